import type {
  AddressInfo,
  MovementSum,
  SettingsInfo,
  TransactionInfo,
  TransactionSummary,
  TransferInfo,
} from '@covault/api'
import type {
  Amount,
  Intent,
  Moved,
  MovedSide,
  Reported,
  Tense,
  TokenFacts,
} from '@covault/protocol'
import { toForeignText } from '../../lib/foreignText.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { describeIntent, type NameOf } from './describeIntent.js'

/** Nothing of it was read in bytes. */
const unread = { path: [], sent: undefined, undecodedSize: 0 } as const

/**
 * The gateway's summary as an intent, as far as it can be one. What the
 * transaction really does, its bytes say.
 */
export function toReported(
  info: TransactionInfo,
  {
    nativeCurrency,
    nonce,
  }: { nativeCurrency: TokenFacts; nonce?: bigint | undefined },
): Intent | Reported {
  switch (info.type) {
    case 'Transfer':
      return toTransfer(info, nativeCurrency)
    case 'SettingsChange':
      return { ...unread, ...toSettings(info.settingsInfo) }
    case 'Custom':
      return toCall(info, { nativeCurrency, nonce })
    case 'Creation':
      return { ...unread, kind: 'createdBy', creator: info.creator.value }
    case 'UNKNOWN':
      return {
        ...unread,
        kind: 'other',
        text: toForeignText(info.humanDescription ?? 'Something else'),
      }
  }
}

/** As the gateway says it ended, or not yet. */
export function readTense({
  txStatus,
}: Pick<TransactionSummary, 'txStatus'>): Tense {
  if (txStatus === 'SUCCESS') return 'done'
  return txStatus === 'FAILED' ? 'failed' : 'planned'
}

/** A whole sentence of what the gateway says, without a full stop. */
export function describeReported(
  transaction: Pick<
    TransactionSummary,
    'txInfo' | 'txStatus' | 'executionInfo' | 'movements' | 'batch'
  >,
  { nativeCurrency, nameOf }: { nativeCurrency: TokenFacts; nameOf: NameOf },
): string {
  const { txInfo } = transaction
  return describeIntent(
    reportTransaction(transaction, nativeCurrency),
    nameReported(txInfo, nameOf),
    { tense: readTense(transaction) },
  )
}

/** Executed, it does nothing but use up its nonce. */
export function reportsRejection(info: TransactionInfo): boolean {
  return info.type === 'Custom' && info.isCancellation
}

/** With the nonce, where the gateway says one. */
export function reportTransaction(
  {
    txInfo,
    executionInfo,
    movements,
    batch,
  }: Pick<
    TransactionSummary,
    'txInfo' | 'executionInfo' | 'movements' | 'batch'
  >,
  nativeCurrency: TokenFacts,
): Intent | Reported {
  const nonce =
    executionInfo?.type === 'MULTISIG' ? executionInfo.nonce : undefined
  const told = toReported(txInfo, { nativeCurrency, nonce })
  return toBalances(told, { movements, batch }, nativeCurrency) ?? told
}

/** A batch, and a call that is no transfer, are told by what they moved. */
function toBalances(
  told: Intent | Reported,
  { movements: given, batch }: Pick<TransactionSummary, 'movements' | 'batch'>,
  nativeCurrency: TokenFacts,
): Reported | undefined {
  const movements = given ?? []
  const outgoing = toSide('OUTGOING', movements, nativeCurrency)
  const incoming = toSide('INCOMING', movements, nativeCurrency)
  if (outgoing.sums.length + incoming.sums.length === 0) return undefined
  const base = { ...unread, outgoing, incoming }
  switch (told.kind) {
    case 'batchOf': {
      const others = batch?.others
      const calls = typeof others === 'number' ? undefined : batch?.calls
      return { ...base, kind: 'moved', others: others ?? 0, calls }
    }
    case 'callSomething':
    case 'contractCall': {
      const method = told.kind === 'contractCall' ? told.method : undefined
      return { ...base, kind: 'callMoved', to: told.to, method }
    }
    default:
      return undefined
  }
}

function toSide(
  direction: 'INCOMING' | 'OUTGOING',
  movements: readonly MovementSum[],
  nativeCurrency: TokenFacts,
): MovedSide {
  const mine = movements.filter((sum) => sum.direction === direction)
  const sums = mine.flatMap(({ transferInfo, count }) => {
    const moved = toMoved(transferInfo, nativeCurrency)
    // Several of one collectible are told by their number, however they moved.
    const isOne = 'quantity' in transferInfo
    return moved ? [{ moved, count: isOne ? 1 : count }] : []
  })
  const only = new Set(mine.map((sum) => sum.counterparty?.value))
  const [party] = only
  if (only.size === 1 && party) return { sums, parties: [party] }
  const [sum, ...more] = mine
  return { sums, parties: more.length === 0 ? sum?.counterparties : undefined }
}

/** A name that others chose never stands in place of the address. */
export function nameReported(info: TransactionInfo, nameOf: NameOf): NameOf {
  const names = new Map(
    listParties(info).map(({ value, name }) => [value, name]),
  )
  return (address) => {
    const own = nameOf(address)
    if (own || !names.has(address)) return own
    const short = formatAddress(address, { digits: 4 })
    const name = names.get(address)
    return name ? `${short} “${toForeignText(name)}”` : short
  }
}

function listParties(info: TransactionInfo): AddressInfo[] {
  switch (info.type) {
    case 'Transfer':
      return [info.sender, info.recipient]
    case 'SettingsChange':
      return Object.values(info.settingsInfo ?? {}).filter(
        (value) => typeof value === 'object' && value !== null,
      )
    case 'Custom':
      return [info.to]
    case 'Creation':
      return [info.creator]
    case 'UNKNOWN':
      return []
  }
}

function toTransfer(
  info: Extract<TransactionInfo, { type: 'Transfer' }>,
  nativeCurrency: TokenFacts,
): Intent | Reported {
  const moved = toMoved(info.transferInfo, nativeCurrency)
  if (info.direction === 'INCOMING')
    return { ...unread, kind: 'receive', from: info.sender.value, moved }
  const to = info.recipient.value
  if (!moved) return { ...unread, kind: 'sendSomething', to }
  if ('items' in moved)
    return {
      ...unread,
      kind: 'sendCollectibles',
      owner: undefined,
      to,
      ...moved,
    }
  return moved.token === null
    ? { ...unread, kind: 'sendNative', to, amount: moved }
    : { ...unread, kind: 'sendToken', owner: undefined, to, amount: moved }
}

function toMoved(
  info: TransferInfo,
  nativeCurrency: TokenFacts,
): Moved | undefined {
  switch (info.type) {
    case 'NATIVE_COIN':
      return toNative(info.value ?? 0n, nativeCurrency)
    case 'ERC20': {
      const { value, decimals, tokenAddress: token } = info
      const symbol = info.tokenSymbol ?? ''
      return decimals === null
        ? { value, token, facts: undefined, symbol }
        : { value, token, facts: { symbol, decimals } }
    }
    case 'ERC721':
      return {
        collection: info.tokenAddress,
        items: [{ tokenId: info.tokenId, quantity: info.quantity ?? 1n }],
        symbol: info.tokenSymbol ?? '',
      }
    default:
      return undefined
  }
}

function toNative(value: bigint, facts: TokenFacts): Amount {
  return { value, token: null, facts }
}

function toCall(
  info: Extract<TransactionInfo, { type: 'Custom' }>,
  {
    nativeCurrency,
    nonce,
  }: { nativeCurrency: TokenFacts; nonce: bigint | undefined },
): Intent | Reported {
  const to = info.to.value
  if (info.isCancellation) return { ...unread, kind: 'reject', safe: to, nonce }
  if (info.methodName === 'approveHash')
    return { ...unread, kind: 'approveSomething', safe: to }
  const call = {
    ...unread,
    sent: info.value ? toNative(info.value, nativeCurrency) : undefined,
  }
  if (info.actionCount)
    return { ...call, kind: 'batchOf', count: info.actionCount }
  if (!info.methodName) return { ...call, kind: 'callSomething', to }
  const method = toForeignText(info.methodName)
  return {
    ...call,
    kind: 'contractCall',
    to,
    method,
    signature: method,
    parameters: [],
  }
}

function toSettings(info: SettingsInfo | null) {
  const require = (threshold: number) => ({
    requirement: { threshold: BigInt(threshold), ownerCount: undefined },
    before: undefined,
  })
  switch (info?.type) {
    case 'ADD_OWNER':
      return {
        kind: 'addOwner',
        owner: info.owner.value,
        ...require(info.threshold),
      } as const
    case 'REMOVE_OWNER':
      return {
        kind: 'removeOwner',
        owner: info.owner.value,
        ...require(info.threshold),
      } as const
    case 'SWAP_OWNER':
      return {
        kind: 'swapOwner',
        oldOwner: info.oldOwner.value,
        newOwner: info.newOwner.value,
        before: undefined,
      } as const
    case 'CHANGE_THRESHOLD':
      return { kind: 'changeThreshold', ...require(info.threshold) } as const
    case 'CHANGE_MASTER_COPY':
      return {
        kind: 'changeSingleton',
        singleton: info.implementation.value,
      } as const
    case 'ENABLE_MODULE':
      return { kind: 'enableModule', module: info.module.value } as const
    case 'DISABLE_MODULE':
      return { kind: 'disableModule', module: info.module.value } as const
    case 'SET_GUARD':
      return { kind: 'setGuard', guard: info.guard.value } as const
    case 'DELETE_GUARD':
      return { kind: 'setGuard', guard: undefined } as const
    case 'SET_MODULE_GUARD':
      return { kind: 'setModuleGuard', guard: info.moduleGuard.value } as const
    case 'DELETE_MODULE_GUARD':
      return { kind: 'setModuleGuard', guard: undefined } as const
    case 'SET_FALLBACK_HANDLER':
      return {
        kind: 'setFallbackHandler',
        handler: info.handler.value,
      } as const
    default:
      return { kind: 'changeSomething' } as const
  }
}
