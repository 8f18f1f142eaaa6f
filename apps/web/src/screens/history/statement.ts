import { type Address, zeroAddress } from 'viem'
import type { Movement } from '../../queries/movements.js'

/** What a safe had of one token at both ends, and what explains it. */
export type StatementLine = {
  token: Address
  symbol: string
  decimals: number
  /** Undefined where the chain could not be asked. */
  opening: bigint | undefined
  incoming: bigint
  outgoing: bigint
  closing: bigint | undefined
  /** What no movement explains. */
  unexplained: bigint | undefined
}

export type PartyLine = {
  party: Address
  token: Address
  symbol: string
  decimals: number
  incoming: bigint
  outgoing: bigint
  count: number
}

export type Held = ReadonlyMap<
  Address,
  { amount: bigint; symbol: string; decimals: number }
>

type Sum = { incoming: bigint; outgoing: bigint; count: number }

/** Opening and movements make closing, or the difference is told. */
export function toStatement(
  movements: readonly Movement[],
  {
    safe,
    opening,
    closing,
  }: { safe: Address; opening: Held | undefined; closing: Held | undefined },
): { lines: StatementLine[]; parties: PartyLine[]; fees: bigint } {
  const sums = new Map<Address, Sum>()
  const parties = new Map<string, Sum & { party: Address; token: Address }>()
  const fees = new Map<string, bigint>()
  for (const movement of movements) {
    if (movement.fee) fees.set(movement.txHash, movement.fee.total)
    const moved = readMoved(movement)
    if (!moved || movement.sender.value === movement.recipient.value) continue
    const { token, value } = moved
    add(sums, token, movement, value)
    const party = findParty(movement, safe)
    add(parties, `${party} ${token}`, movement, value, { party, token })
  }
  const describe = (token: Address) => {
    const known = closing?.get(token) ?? opening?.get(token)
    return known
      ? { symbol: known.symbol, decimals: known.decimals }
      : describeReported(movements, token)
  }
  const tokens = new Set([
    zeroAddress,
    ...sums.keys(),
    ...(closing?.keys() ?? []),
    ...(opening?.keys() ?? []),
  ])
  const lines = [...tokens].map((token): StatementLine => {
    const { incoming = 0n, outgoing = 0n } = sums.get(token) ?? {}
    const before = opening && (opening.get(token)?.amount ?? 0n)
    const after = closing && (closing.get(token)?.amount ?? 0n)
    return {
      token,
      ...describe(token),
      opening: before,
      incoming,
      outgoing,
      closing: after,
      unexplained:
        before === undefined || after === undefined
          ? undefined
          : after - before - incoming + outgoing,
    }
  })
  return {
    lines: lines.filter(
      ({ token, opening: before, closing: after, incoming, outgoing }) =>
        token === zeroAddress || before || after || incoming || outgoing,
    ),
    parties: [...parties.values()]
      .toSorted((a, b) => b.count - a.count)
      .map((line) => ({ ...line, ...describe(line.token) })),
    fees: [...fees.values()].reduce((sum, fee) => sum + fee, 0n),
  }
}

/** Collectibles are no amounts: they are listed, not summed up. */
function readMoved({
  transferInfo,
}: Movement): { token: Address; value: bigint } | undefined {
  if (transferInfo.type === 'NATIVE_COIN')
    return { token: zeroAddress, value: transferInfo.value ?? 0n }
  return transferInfo.type === 'ERC20'
    ? { token: transferInfo.tokenAddress, value: transferInfo.value }
    : undefined
}

function describeReported(movements: readonly Movement[], token: Address) {
  for (const { transferInfo } of movements)
    if (transferInfo.type === 'ERC20' && transferInfo.tokenAddress === token)
      return {
        symbol: transferInfo.tokenSymbol ?? '',
        decimals: transferInfo.decimals ?? 0,
      }
  return { symbol: '', decimals: 0 }
}

function findParty({ sender, recipient }: Movement, safe: Address): Address {
  return recipient.value === safe ? sender.value : recipient.value
}

function add<Key, Line extends Sum>(
  lines: Map<Key, Line>,
  key: Key,
  { direction }: Movement,
  value: bigint,
  more?: Omit<Line, keyof Sum>,
): void {
  const line =
    lines.get(key) ??
    ({ incoming: 0n, outgoing: 0n, count: 0, ...more } as Line)
  if (direction === 'INCOMING') line.incoming += value
  else line.outgoing += value
  line.count += 1
  lines.set(key, line)
}
