import { queryOptions } from '@tanstack/react-query'
import { type Address, zeroAddress } from 'viem'
import {
  type HistoryFilter,
  type Movement,
  movementSumsQuery,
  readMovementPage,
} from '../../queries/movements.js'
import { type PriceThen, pricesThenQuery } from '../../queries/pricesThen.js'
import { readBalances } from '../../trust/assets/balances.js'
import { findBlockAt, listAbsent } from '../../trust/blockAt.js'
import { type ChainConfig, createChainClient } from '../../trust/chainClient.js'
import {
  type Held,
  type KindLine,
  type PartyLine,
  type StatementLine,
  toStatement,
} from './statement.js'

/** Days of the reader's calendar, both included. */
export type Period = { from: string; to: string }

export type StatementEnd =
  | {
      status: 'read'
      /** Undefined before the first one: nothing was there. */
      block: bigint | undefined
      held: Held
    }
  /** Nodes forget old states, unless they keep an archive. */
  | { status: 'failed'; error: unknown }

export type StatementData = {
  movements: readonly Movement[]
  opening: StatementEnd
  closing: StatementEnd
  openingPrices: readonly PriceThen[] | undefined
  closingPrices: readonly PriceThen[] | undefined
  /** The last day is over. */
  isOver: boolean
  lines: readonly StatementLine[]
  parties: readonly PartyLine[]
  kinds: readonly KindLine[]
  hasCollectibles: boolean
  fees: { total: bigint; count: number; unknown: number }
  /** Tokens that nobody lists. */
  leftOut: readonly Address[]
}

const everything: HistoryFilter = { kind: 'all' }

/** All that moved in a period, and what the chain says the safe had at its ends. */
export function statementQuery(
  { chain, address }: { chain: ChainConfig; address: Address },
  { from, to }: Period,
) {
  const { chainId } = chain
  return queryOptions({
    queryKey: ['statement', chainId, address, from, to],
    queryFn: async ({ client: cache, signal }): Promise<StatementData> => {
      const place = { chainId, address }
      const period: HistoryFilter = { kind: 'all', from, to }
      const [{ sums }, { fees, leftOut }] = await Promise.all([
        cache.fetchQuery(movementSumsQuery(place, everything)),
        cache.fetchQuery(movementSumsQuery(place, period)),
      ])
      const tokens = sums
        .filter(({ collectible }) => !collectible)
        .map(({ tokenAddress }) => tokenAddress)
      const start = BigInt(Date.parse(`${from}T00:00:00`)) / 1000n
      const end = BigInt(Date.parse(`${to}T23:59:59`)) / 1000n
      const read = (time: bigint) => readEnd({ chain, address, tokens, time })
      const [movements, opening, closing] = await Promise.all([
        readAll(place, period, signal),
        read(start - 1n),
        read(end),
      ])
      const statement = toStatement(movements, {
        safe: address,
        opening: opening.status === 'read' ? opening.held : undefined,
        closing: closing.status === 'read' ? closing.held : undefined,
      })
      const priceAt = (day: string) =>
        cache
          .fetchQuery(
            pricesThenQuery(chainId, {
              day,
              tokens: statement.lines.map(({ token }) => token),
            }),
          )
          .catch(() => undefined)
      const [openingPrices, closingPrices] = await Promise.all([
        priceAt(toDayBefore(from)),
        priceAt(to),
      ])
      return {
        ...{ movements, opening, closing, fees, leftOut },
        ...{ openingPrices, closingPrices },
        // A period that goes on is stated as far as it went.
        isOver: end < BigInt(Date.now()) / 1000n,
        ...statement,
      }
    },
  })
}

function toDayBefore(day: string): string {
  const before = new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000)
  return before.toISOString().slice(0, 10)
}

async function readAll(
  place: { chainId: number; address: Address },
  filter: HistoryFilter,
  signal: AbortSignal,
): Promise<Movement[]> {
  const movements: Movement[] = []
  let url: string | null = ''
  while (url !== null) {
    const page: Awaited<ReturnType<typeof readMovementPage>> =
      await readMovementPage(place, filter, { url, signal })
    movements.push(...page.results)
    url = page.next
  }
  return movements.reverse()
}

async function readEnd({
  chain,
  address,
  tokens,
  time,
}: {
  chain: ChainConfig
  address: Address
  tokens: readonly Address[]
  time: bigint
}): Promise<StatementEnd> {
  const client = createChainClient(chain)
  try {
    const block = await findBlockAt(client, time)
    const native = toHeld({ amount: 0n, ...chain.nativeCurrency })
    if (!block)
      return {
        status: 'read',
        block: undefined,
        held: new Map<Address, HeldOne>([
          ...tokens.map((token) => [token, notThere] as const),
          [zeroAddress, native],
        ]),
      }
    const { tokens: held } = await readBalances(client, {
      holder: address,
      tokens,
      nativeCurrency: chain.nativeCurrency,
      blockNumber: block.number,
    })
    const absent = await listAbsent(client, {
      addresses: tokens.filter((token) => !held.has(token)),
      blockNumber: block.number,
    })
    return {
      status: 'read',
      block: block.number,
      held: new Map<Address, HeldOne>([
        ...[...held].map(([token, one]) => [token, toHeld(one)] as const),
        ...absent.map((token) => [token, notThere] as const),
      ]),
    }
  } catch (error) {
    return { status: 'failed', error }
  }
}

type HeldOne = Held extends ReadonlyMap<Address, infer One> ? One : never

/** Nobody has a token that is not there yet. */
const notThere: HeldOne = { amount: 0n, facts: undefined }

function toHeld({
  amount,
  symbol,
  decimals,
}: {
  amount: bigint
  symbol: string
  decimals: number
}): HeldOne {
  return { amount, facts: { symbol, decimals } }
}
