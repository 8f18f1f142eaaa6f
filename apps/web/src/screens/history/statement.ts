import { type Address, zeroAddress } from 'viem'
import type { Movement } from '../../queries/movements.js'

/** What a safe had of one token at both ends, and what explains it. */
export type StatementLine = {
  token: Address
  symbol: string
  /** Undefined where nobody says them. */
  decimals: number | undefined
  /** Undefined where the chain could not be asked. */
  opening: bigint | undefined
  incoming: bigint
  outgoing: bigint
  closing: bigint | undefined
  /** What no movement explains. */
  unexplained: bigint | undefined
}

type SumLine = {
  token: Address
  symbol: string
  decimals: number | undefined
  incoming: bigint
  outgoing: bigint
  count: number
}
export type PartyLine = SumLine & { party: Address }

/** By whose doing something moved. */
export type MovementKind = 'received' | 'owners' | 'module' | 'refund'
export type KindLine = SumLine & { kind: MovementKind }

/** What the chain says; a token that gives no answer is not in it. */
export type Held = ReadonlyMap<
  Address,
  {
    amount: bigint
    /** Undefined of a token that was not there yet. */
    facts: { symbol: string; decimals: number } | undefined
  }
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
): {
  lines: StatementLine[]
  parties: PartyLine[]
  kinds: KindLine[]
  /** They are among the movements, but in no sum. */
  hasCollectibles: boolean
} {
  const sums = new Map<Address, Sum>()
  const parties = new Map<string, Sum & { party: Address; token: Address }>()
  const kinds = new Map<string, Sum & { kind: MovementKind; token: Address }>()
  for (const movement of movements) {
    const moved = readMoved(movement)
    if (!moved || movement.sender.value === movement.recipient.value) continue
    const { token, value } = moved
    add(sums, token, movement, value)
    const party = findParty(movement, safe)
    add(parties, `${party} ${token}`, movement, value, { party, token })
    const kind = findKind(movement)
    add(kinds, `${kind} ${token}`, movement, value, { kind, token })
  }
  const describe = (token: Address) =>
    closing?.get(token)?.facts ??
    opening?.get(token)?.facts ??
    describeReported(movements, token)
  const tokens = new Set([
    zeroAddress,
    ...sums.keys(),
    ...(closing?.keys() ?? []),
    ...(opening?.keys() ?? []),
  ])
  const lines = [...tokens].map((token): StatementLine => {
    const { incoming = 0n, outgoing = 0n } = sums.get(token) ?? {}
    const before = opening?.get(token)?.amount
    const after = closing?.get(token)?.amount
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
    kinds: [...kinds.values()].map((line) => ({
      ...line,
      ...describe(line.token),
    })),
    hasCollectibles: movements.some((one) => !readMoved(one)),
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
        decimals: transferInfo.decimals ?? undefined,
      }
  return { symbol: '', decimals: undefined }
}

export function findKind({ cause, module }: Movement): MovementKind {
  if (cause === 'REFUND') return 'refund'
  if (cause === 'INCOMING') return 'received'
  return module ? 'module' : 'owners'
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
