import type { Call } from './calls.js'
import { publishedLibraries } from './published.js'
import type { SafeTransaction } from './safe.js'

export type Risk = { level: 'warning' | 'danger'; text: string }

export type Known = {
  safe: string
  /** Owners, contacts: what an imitation could be an imitation of. */
  addresses: readonly string[]
}

const zero = `0x${'0'.repeat(40)}`
/** More tokens than anybody has: it stands for "any amount". */
const unlimited = 1n << 95n

const danger = (text: string): Risk => ({ level: 'danger', text })
const warning = (text: string): Risk => ({ level: 'warning', text })

export function findRisks(
  transaction: SafeTransaction,
  calls: readonly Call[],
  known: Known,
): Risk[] {
  const risks = [
    ...calls.flatMap((call) =>
      [
        ...findCodeRisks(call, known),
        ...findSettingsRisks(call),
        ...findTokenRisks(call),
        ...findControlRisks(call),
      ].map(({ level, text }) => ({
        level,
        text: `Call ${call.number}: ${text}`,
      })),
    ),
    ...findRefund(transaction),
    ...findImitations(calls, known),
  ]
  return risks.sort((a, b) => a.level.localeCompare(b.level))
}

function findCodeRisks(
  { to, operation, method, data, value, from }: Call,
  known: Known,
): Risk[] {
  if (operation === 1 && !publishedLibraries[to])
    return [
      danger(
        `runs the code of ${to} as the safe ${from} (delegatecall). Unknown code can take everything.`,
      ),
    ]
  if (operation > 1)
    return [danger(`has the operation ${operation}, which no safe knows.`)]
  if (method || data === '0x') return []
  if (to === known.safe)
    return [danger('changes the safe in a way that this program can’t read.')]
  return value > 0n
    ? [
        warning(
          `sends value to ${to} with a method that this program can’t read.`,
        ),
      ]
    : [warning(`calls a method of ${to} that this program can’t read.`)]
}

function findRefund(transaction: SafeTransaction): Risk[] {
  const { gasPrice, baseGas, safeTxGas, gasToken, refundReceiver } = transaction
  if (gasPrice === 0n) return []
  const most = gasPrice * (baseGas + safeTxGas)
  const token = gasToken === zero ? 'wei' : `units of ${gasToken}`
  const who = refundReceiver === zero ? 'the executor' : refundReceiver
  return [danger(`The safe pays a refund of up to ${most} ${token} to ${who}.`)]
}

const settings: Record<string, (values: readonly string[]) => Risk> = {
  addOwnerWithThreshold: ([owner, threshold]) =>
    danger(`adds the owner ${owner} and sets the threshold to ${threshold}.`),
  removeOwner: ([, owner, threshold]) =>
    danger(
      `removes the owner ${owner} and sets the threshold to ${threshold}.`,
    ),
  swapOwner: ([, old, next]) =>
    danger(`replaces the owner ${old} with ${next}.`),
  changeThreshold: ([threshold]) =>
    danger(`sets the threshold to ${threshold}.`),
  enableModule: ([module]) =>
    danger(`lets the module ${module} move everything without owners.`),
  disableModule: ([, module]) => warning(`disables the module ${module}.`),
  setGuard: ([guard]) =>
    guard === zero
      ? danger('removes the guard.')
      : danger(`sets the guard ${guard}, which can block every transaction.`),
  setModuleGuard: ([guard]) =>
    guard === zero
      ? danger('removes the guard of modules.')
      : danger(`sets the guard of modules ${guard}.`),
  setFallbackHandler: ([handler]) =>
    danger(`sets the fallback handler ${handler}, which answers for the safe.`),
  changeMasterCopy: ([code]) =>
    danger(`replaces the code of the safe with ${code}.`),
  setup: () => danger('sets the safe up again.'),
}

function findSettingsRisks({
  to,
  from,
  operation,
  method,
  values,
}: Call): Risk[] {
  if (!method || !values) return []
  const texts = values.map(String)
  if (/^migrate/.test(method.name))
    return [warning('replaces the code of the safe by a migration.')]
  if (method.name === 'approveHash')
    return [
      warning(
        `approves the transaction ${texts[0]} in the safe ${to}. Check it there.`,
      ),
    ]
  if (method.name === 'signMessage')
    return [warning('signs a message on chain as the safe.')]
  const write = Object.hasOwn(settings, method.name)
    ? settings[method.name]
    : undefined
  if (!write || operation !== 0) return []
  const { level, text } = write(texts)
  return [{ level, text: to === from ? text : `in ${to}: ${text}` }]
}

function findTokenRisks(call: Call): Risk[] {
  const { to, from, value, method, values } = call
  if (value > 0n && isLost(to))
    return [danger(`sends value to ${to}, which has no key.`)]
  if (!method || !values) return []
  const texts = values.map(String)
  const [first = '', second = ''] = texts
  switch (method.name) {
    case 'transfer':
    case 'transferAndCall':
      return findLost(to, first)
    case 'transferFrom':
    case 'safeTransferFrom':
    case 'safeBatchTransferFrom':
      return [
        ...findLost(to, second),
        ...(first === from ? [] : [warning(`takes tokens of ${first}.`)]),
      ]
    case 'approve':
    case 'increaseAllowance':
    case 'increaseApproval':
    case 'approveAndCall':
      if (values[1] === 0n) return []
      return [
        danger(
          `lets ${first} take ${BigInt(second) >= unlimited ? 'any amount' : `up to ${second} units`} of the token ${to}.`,
        ),
      ]
    case 'permit':
      return [danger(`lets ${second} take tokens ${to} of ${first}.`)]
    case 'setApprovalForAll':
    case 'setOperator':
      return values[1] === true
        ? [danger(`lets ${first} take every collectible or token of ${to}.`)]
        : []
    case 'authorizeOperator':
      return [danger(`lets ${first} take every token of ${to}.`)]
    default:
      return []
  }
}

function findLost(token: string, recipient: string): Risk[] {
  if (isLost(recipient))
    return [danger(`sends tokens to ${recipient}, which has no key.`)]
  return recipient === token
    ? [danger('sends tokens to their own contract, where they are lost.')]
    : []
}

/** The zero address, precompiled contracts, and the usual place to burn. */
function isLost(address: string): boolean {
  return BigInt(address) < 0x10000n || /dead$/i.test(address)
}

const controls: Record<string, (values: readonly string[]) => string> = {
  transferOwnership: ([owner]) => `makes ${owner} the owner`,
  renounceOwnership: () => 'leaves without an owner',
  upgradeTo: ([code]) => `replaces the code with ${code}, in`,
  upgradeToAndCall: ([code]) => `replaces the code with ${code}, in`,
  changeAdmin: ([admin]) => `makes ${admin} the administrator`,
  grantRole: ([, account]) => `gives a role to ${account}, in`,
  setAllowance: ([who]) => `lets ${who} spend without owners, through`,
  addDelegate: ([who]) => `lets ${who} be given spending limits, through`,
}

function findControlRisks({ to, method, values }: Call): Risk[] {
  if (!method || !values) return []
  if (/^createProxyWith/.test(method.name))
    return [warning('creates a safe. Check its owners before you use it.')]
  if (/^performCreate/.test(method.name))
    return [warning('creates a contract.')]
  const write = Object.hasOwn(controls, method.name)
    ? controls[method.name]
    : undefined
  return write
    ? [danger(`${write(values.map(String))} the contract ${to}.`)]
    : []
}

/** The same first and last four digits as a known address, and others between. */
function findImitations(calls: readonly Call[], known: Known): Risk[] {
  const named = new Set(
    calls.flatMap(({ to, values }) => [
      to,
      ...(values ?? []).flat(9).map(String),
    ]),
  )
  return [...named].flatMap((address) => {
    if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return []
    return [known.safe, ...known.addresses]
      .filter((one) => isImitation(address, one))
      .map((one) => danger(`${address} imitates ${one}. Compare every digit.`))
  })
}

function isImitation(address: string, known: string): boolean {
  const [a, b] = [address.toLowerCase(), known.toLowerCase()]
  return (
    a !== b && a.slice(2, 6) === b.slice(2, 6) && a.slice(-4) === b.slice(-4)
  )
}
