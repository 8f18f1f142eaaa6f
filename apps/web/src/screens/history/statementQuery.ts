import { queryOptions } from '@tanstack/react-query'
import { type Address, zeroAddress } from 'viem'
import {
  type HistoryFilter,
  type Movement,
  movementSumsQuery,
  readMovementPage,
} from '../../queries/movements.js'
import { readBalances } from '../../trust/balances.js'
import { findBlockAt } from '../../trust/blockAt.js'
import { type ChainConfig, createChainClient } from '../../trust/chainClient.js'
import { type Held, toStatement } from './statement.js'

/** Days of the reader's calendar, both included. */
export type Period = { from: string; to: string }

export type StatementEnd =
  | { status: 'read'; block: bigint; held: Held }
  /** Nodes forget old states, unless they keep an archive. */
  | { status: 'failed'; error: unknown }

const everything: HistoryFilter = { kind: 'all' }

/** All that moved in a period, and what the chain says the safe had at its ends. */
export function statementQuery(
  { chain, address }: { chain: ChainConfig; address: Address },
  { from, to }: Period,
) {
  const { chainId } = chain
  return queryOptions({
    queryKey: ['statement', chainId, address, from, to],
    queryFn: async ({ client: cache, signal }) => {
      const place = { chainId, address }
      const { sums } = await cache.fetchQuery(
        movementSumsQuery(place, everything),
      )
      const tokens = sums
        .filter(({ decimals }) => decimals !== 0)
        .map(({ tokenAddress }) => tokenAddress)
      const start = BigInt(Date.parse(`${from}T00:00:00`)) / 1000n
      const end = BigInt(Date.parse(`${to}T23:59:59`)) / 1000n
      const read = (time: bigint) => readEnd({ chain, address, tokens, time })
      const [movements, opening, closing] = await Promise.all([
        readAll(place, { kind: 'all', from, to }, signal),
        read(start - 1n),
        read(end),
      ])
      const statement = toStatement(movements, {
        safe: address,
        opening: opening.status === 'read' ? opening.held : undefined,
        closing: closing.status === 'read' ? closing.held : undefined,
      })
      return { movements, opening, closing, ...statement }
    },
  })
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
    if (!block) {
      const nothing = { amount: 0n, ...chain.nativeCurrency }
      const held = new Map([[zeroAddress as Address, nothing]])
      return { status: 'read', block: 0n, held }
    }
    const { tokens: held } = await readBalances(client, {
      holder: address,
      tokens,
      nativeCurrency: chain.nativeCurrency,
      blockNumber: block.number,
    })
    return { status: 'read', block: block.number, held }
  } catch (error) {
    return { status: 'failed', error }
  }
}
