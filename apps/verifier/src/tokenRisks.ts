import type { Value } from './abi.js'
import type { Call } from './calls.js'
import type { Method } from './methods.js'
import {
  danger,
  isKnown,
  type Known,
  type Risk,
  unlimited,
  warning,
} from './risk.js'

/** What is paid, lost or allowed. */
export function findTokenRisks(call: Call, known: Known): Risk[] {
  const { to, from, value, method, values } = call
  if (value > 0n && isLost(to))
    return [danger(`sends value to ${to}, which has no key.`)]
  if (!method || !values) return []
  if (to === from && /^(transfer|approve|safeTransfer)/.test(method.name))
    return method.name === 'approveHash'
      ? []
      : [danger(`sends ${method.name} to the safe, which is not a token.`)]
  return (
    findTransferRisks(call, values) ??
    findGrantRisks(call, values) ??
    findLimitRisks(method.name, values, known)
  )
}

function findTransferRisks(
  { to, from, method }: Call,
  values: readonly Value[],
): Risk[] | undefined {
  const [first = '', second = '', third = 0n] = values
  switch (method?.name) {
    case 'transfer':
    case 'transferAndCall':
    case 'send':
      return findLost(to, String(first), values.at(values.length > 2 ? -1 : 1))
    case 'transferFrom':
    case 'safeTransferFrom':
    case 'safeBatchTransferFrom':
      return [
        ...findLost(to, String(second), third),
        ...(first === from ? [] : [warning(`takes tokens of ${first}.`)]),
      ]
    default:
      return undefined
  }
}

/** Who may take something later. */
function findGrantRisks(
  { to, method }: Call,
  values: readonly Value[],
): Risk[] | undefined {
  const [first, second] = values
  switch (method?.signature) {
    case 'approve(address,uint256)':
    case 'increaseAllowance(address,uint256)':
    case 'increaseApproval(address,uint256)':
    case 'approveAndCall(address,uint256)':
    case 'approveAndCall(address,uint256,bytes)':
    case 'approveDelegation(address,uint256)':
      return findAllowance(to, first, second)
    case 'approve(address,uint256,uint256)':
      return findAllowance(to, first, values[2])
    case 'approve(address)':
      return findAllowance(to, first, unlimited)
    case 'approve(address,address,uint160,uint48)':
      return [danger(`lets ${second} take the token ${first} by Permit2.`)]
    case 'setApprovalForAll(address,bool)':
    case 'setOperator(address,bool)':
    case 'allow(address,bool)':
      return findOperator(to, first, second)
    case 'setRelayerApproval(address,address,bool)':
      return findOperator(to, second, values[2])
    case 'authorizeOperator(address)':
    case 'hope(address)':
      return findOperator(to, first, true)
    default:
      return method && /^permit/.test(method.name)
        ? [danger(writePermit(to, method, values))]
        : undefined
  }
}

function writePermit(
  to: string,
  { name, signature }: Method,
  values: readonly Value[],
): string {
  const [owner, spender, amount] = values
  if (typeof spender !== 'string')
    return `submits a permit (${name}) to ${to}, which lets a spender take tokens.`
  // DAI's permit has no amount: it allows everything or nothing.
  const isAll = signature.includes('bool') ? values[4] : undefined
  const much = writeMuch(isAll === undefined ? amount : isAll ? unlimited : 0n)
  return `lets ${spender} take ${much} of the token ${to} of ${owner} (permit).`
}

function writeMuch(amount: Value | undefined): string {
  if (amount === 0n) return 'nothing'
  return typeof amount === 'bigint' && amount >= unlimited
    ? 'any amount'
    : `up to ${amount} units`
}

function findAllowance(
  token: string,
  spender: Value | undefined,
  amount: Value | undefined,
): Risk[] {
  if (typeof amount !== 'bigint' || amount === 0n) return []
  const level = amount >= unlimited ? danger : warning
  return [
    level(`lets ${spender} take ${writeMuch(amount)} of the token ${token}.`),
  ]
}

function findOperator(
  to: string,
  operator: Value | undefined,
  isAllowed: Value | undefined,
): Risk[] {
  return isAllowed === true
    ? [danger(`lets ${operator} take every collectible or token of ${to}.`)]
    : []
}

/** The allowance module pays without owners. */
function findLimitRisks(
  name: string,
  values: readonly Value[],
  known: Known,
): Risk[] {
  const [who = '', , amount] = values
  const isStranger = !isKnown(String(who), known)
  if (name === 'addDelegate' && isStranger)
    return [warning(`adds ${who} as a spender who can get spending limits.`)]
  if (name !== 'setAllowance' || amount === 0n) return []
  const isLarge = typeof amount === 'bigint' && amount >= unlimited
  return [
    (isStranger && isLarge ? danger : warning)(
      `lets ${who} spend up to ${amount} units of ${values[1]} without owners.`,
    ),
  ]
}

function findLost(
  token: string,
  recipient: string,
  amount: Value | undefined,
): Risk[] {
  if (amount === 0n) return []
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
