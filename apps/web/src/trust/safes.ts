import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import type { Address, Hex } from 'viem'
import { pollInterval } from '../lib/timing.js'
import { readBlock } from './block.js'
import {
  type ChainClient,
  type ChainConfig,
  createChainClient,
} from './chainClient.js'
import { findProxies } from './findProxies.js'
import { type Head, readSharedHead } from './head.js'
import { type ReadProvenance, readAt } from './provenance.js'
import { readSafes, type Safe } from './readSafes.js'

/** The safes of one chain as it stood at one block. */
export type ChainSafes = {
  block: { number: bigint; hash: Hex }
  /** What was asked for besides what was found. */
  known: readonly Address[]
  /** Proxies of known factories in blocks up to this one, oldest first. */
  found: readonly Address[]
  safes: readonly Safe[]
  provenance: ReadProvenance
}

/** Follows the safes of a chain: those we know of and those made on it. */
export function safesQuery(
  chain: ChainConfig,
  { known }: { known: readonly Address[] },
) {
  const ofChain = ['safes', chain.chainId]
  return queryOptions({
    queryKey: [...ofChain, [...known].sort()],
    queryFn: async ({ client: cache }): Promise<ChainSafes> =>
      followSafes(createChainClient(chain), {
        head: await readSharedHead(cache, chain),
        // A public chain has hundreds of thousands; those are not for a list.
        discover: chain.local,
        known,
        previous: findLatest(cache, ofChain),
      }),
    placeholderData: keepPreviousData,
    refetchInterval: pollInterval,
  })
}

/** Also what was read when fewer safes were known spares a search. */
function findLatest(
  cache: QueryClient,
  queryKey: readonly unknown[],
): ChainSafes | undefined {
  return cache
    .getQueriesData<ChainSafes>({ queryKey })
    .flatMap(([, data]) => data ?? [])
    .sort(
      (one, other) =>
        Number(other.block.number - one.block.number) ||
        Number(isKept(one)) - Number(isKept(other)),
    )[0]
}

/** From an earlier visit. */
function isKept({ provenance }: ChainSafes): boolean {
  return provenance.keptAt !== undefined
}

/** Reads on from `previous`: only new blocks are searched for new safes. */
export async function followSafes(
  client: ChainClient,
  {
    head,
    discover,
    known,
    previous,
  }: {
    head: Pick<Head, 'number' | 'hash'>
    discover: boolean
    known: readonly Address[]
    previous: ChainSafes | undefined
  },
): Promise<ChainSafes> {
  const isSameBlock = previous?.block.hash === head.hash
  // What was read on an earlier visit is read anew also at the same block.
  const isReadNow = isSameBlock && !isKept(previous)
  if (isReadNow && known.every((address) => previous.known.includes(address)))
    return previous
  const start = isSameBlock
    ? { fromBlock: head.number + 1n, found: previous.found }
    : await findStart(client, { head, previous })
  const created =
    discover && start.fromBlock <= head.number
      ? findProxies(client, {
          fromBlock: start.fromBlock,
          toBlock: head.number,
        })
      : Promise.resolve([])
  const safes = await readSafes(client, {
    addresses: unique([...known, ...start.found]),
    blockNumber: head.number,
    later: created,
  })
  const found = unique([...start.found, ...(await created)])
  const block = { number: head.number, hash: head.hash }
  const provenance = readAt(client, head.number)
  return { block, known, found, safes, provenance }
}

/** From the beginning, unless what we read before is still part of the chain. */
async function findStart(
  client: ChainClient,
  {
    head,
    previous,
  }: { head: Pick<Head, 'number'>; previous: ChainSafes | undefined },
): Promise<{ fromBlock: bigint; found: readonly Address[] }> {
  const beginning = { fromBlock: 0n, found: [] }
  if (!previous || previous.block.number >= head.number) return beginning
  const { hash } = await readBlock(client, previous.block.number)
  if (hash !== previous.block.hash) return beginning
  return { fromBlock: previous.block.number + 1n, found: previous.found }
}

function unique(addresses: readonly Address[]): Address[] {
  return [...new Set(addresses)]
}
