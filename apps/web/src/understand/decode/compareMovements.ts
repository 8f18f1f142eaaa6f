import { type Call, decodeLog } from '@covault/protocol'
import type { Address, TransactionReceipt } from 'viem'
import type { Movement } from '../../queries/movements.js'
import { listCalls } from './listCalls.js'

/**
 * How what the gateway says moved differs from the receipt, and native currency
 * from the bytes, which is in no log. Undefined: it does not.
 */
export function compareMovements(
  movements: readonly Movement[],
  {
    safe,
    receipt,
    call,
    id,
  }: {
    safe: Address
    receipt: TransactionReceipt
    /** Of the transaction with this id, where its bytes are known. */
    call: Call | undefined
    id: string
  },
): 'invented' | 'missing' | undefined {
  const logged = receipt.logs.flatMap((log) => listLogged(safe, log))
  const paid = call ? listCalls(call).map(toPaid) : undefined
  for (const movement of movements) {
    const isNative = movement.transferInfo.type === 'NATIVE_COIN'
    if (!isNative) {
      if (!take(logged, writeMovement(movement))) return 'invented'
      continue
    }
    const isOfCall =
      movement.direction === 'OUTGOING' &&
      movement.cause === 'EXECUTION' &&
      movement.transactionId === id
    if (isOfCall && paid && !take(paid, writeMovement(movement)))
      return 'invented'
  }
  return logged.length > 0 ? 'missing' : undefined
}

function take(from: string[], wanted: string): boolean {
  const at = from.indexOf(wanted)
  if (at >= 0) from.splice(at, 1)
  return at >= 0
}

/** Transfers of nothing are no movements: anybody can have them logged. */
function listLogged(
  safe: Address,
  log: TransactionReceipt['logs'][number],
): string[] {
  const event = decodeLog(log)
  if (!event) return []
  switch (event.type) {
    case 'erc20Transfer':
      return isOf(safe, event) && event.value > 0n
        ? [write(event.address, event, event.value)]
        : []
    case 'erc721Transfer':
      return isOf(safe, event)
        ? [write(event.address, event, event.tokenId)]
        : []
    case 'erc1155Transfer':
      return isOf(safe, event)
        ? event.items.flatMap(({ id, value }) =>
            value > 0n ? write(event.address, event, id) : [],
          )
        : []
    default:
      return []
  }
}

type Sides = { from: Address; to: Address }

function isOf(safe: Address, { from, to }: Sides): boolean {
  return from === safe || to === safe
}

function toPaid({ to, value }: Call): string {
  return `native ${to} ${value}`
}

function writeMovement({ sender, recipient, transferInfo }: Movement): string {
  const sides = { from: sender.value, to: recipient.value }
  switch (transferInfo.type) {
    case 'ERC20':
      return write(transferInfo.tokenAddress, sides, transferInfo.value)
    case 'ERC721':
      return write(transferInfo.tokenAddress, sides, transferInfo.tokenId)
    case 'NATIVE_COIN':
      return `native ${sides.to} ${transferInfo.value}`
    default:
      return 'unknown'
  }
}

function write(token: Address, { from, to }: Sides, number: bigint): string {
  return [token, from, to, number].join(' ')
}
