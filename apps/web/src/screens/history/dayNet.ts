import type { TransactionSummary, TransferInfo } from '@covault/api'
import { type Address, zeroAddress } from 'viem'

/** What a day did to the balance of one token. */
export type Net = {
  token: Address
  /** Null where nobody says it. */
  symbol: string | null
  decimals: number
  value: bigint
}

type Moved = { sign: 1n | -1n; info: TransferInfo }

/** Of everything listed on one day; collectibles and worthless tokens left out. */
export function sumDay(
  transactions: readonly TransactionSummary[],
  native: { symbol: string; decimals: number },
): Net[] {
  // What came in is an entry of its own, also where an execution brought it.
  const arrived = new Set(
    transactions.flatMap(({ txInfo, txHash }) =>
      txInfo.type === 'Transfer' && txInfo.direction === 'INCOMING'
        ? txHash
        : [],
    ),
  )
  const nets = new Map<Address, Net>()
  for (const transaction of transactions)
    for (const { sign, info } of listMoved(transaction, arrived)) {
      const net = toNet(info, native)
      if (!net) continue
      const value = (nets.get(net.token)?.value ?? 0n) + sign * net.value
      nets.set(net.token, { ...net, value })
    }
  return [...nets.values()].filter(({ value }) => value !== 0n)
}

/** What the transactions of a day cost; several may share one on the chain. */
export function sumFees(transactions: readonly TransactionSummary[]): bigint {
  const fees = new Map(
    transactions.flatMap(({ txHash, fee }) =>
      fee ? [[txHash, fee.total] as const] : [],
    ),
  )
  return [...fees.values()].reduce((sum, fee) => sum + fee, 0n)
}

function listMoved(
  { txInfo, txStatus, txHash, movements, refund }: TransactionSummary,
  arrived: ReadonlySet<unknown>,
): Moved[] {
  // Anyone who executed is paid back also for what failed.
  const refunded = refund ? [toMoved('OUTGOING', refund)] : []
  if (txStatus !== 'SUCCESS') return refunded
  if (movements)
    return [
      ...refunded,
      ...movements
        .filter(
          ({ direction }) => direction === 'OUTGOING' || !arrived.has(txHash),
        )
        .map(({ direction, transferInfo }) => toMoved(direction, transferInfo)),
    ]
  return txInfo.type === 'Transfer' &&
    txInfo.sender.value !== txInfo.recipient.value
    ? [toMoved(txInfo.direction, txInfo.transferInfo)]
    : []
}

function toMoved(direction: string, info: TransferInfo): Moved {
  return { sign: direction === 'INCOMING' ? 1n : -1n, info }
}

function toNet(
  info: TransferInfo,
  native: { symbol: string; decimals: number },
): Net | undefined {
  if (info.type === 'NATIVE_COIN')
    return { token: zeroAddress, ...native, value: info.value ?? 0n }
  if (info.type !== 'ERC20' || info.trusted === false || info.imitation)
    return undefined
  const { tokenAddress: token, tokenSymbol: symbol, decimals, value } = info
  return decimals === null ? undefined : { token, symbol, decimals, value }
}
