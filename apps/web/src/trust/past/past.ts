import { queryOptions } from '@tanstack/react-query'
import { type Address, getAddress, type Hex } from 'viem'
import { getTransaction } from 'viem/actions'
import { pollInterval } from '../../lib/timing.js'
import { readBlock } from '../block.js'
import {
  type ChainClient,
  type ChainConfig,
  createChainClient,
} from '../chainClient.js'
import { headQuery } from '../head.js'
import { readAt } from '../provenance.js'
import { type SafeState, safeQuery } from '../safe.js'
import {
  createNonces,
  listEntries,
  type PastEntry,
  toPastEntry,
} from './pastEntries.js'
import { groupByTransaction, readWindow } from './pastLogs.js'
import type { PastRange } from './pastRange.js'

/** What the logs of the last blocks tell of a safe, newest first. */
type Past = PastRange & { entries: readonly PastEntry[] }

/** So many are looked into; each costs up to two questions more. */
const mostEntries = 100

export function pastQuery(chain: ChainConfig, address: Address) {
  return queryOptions({
    queryKey: ['past', chain.chainId, address],
    queryFn: async ({ client: cache }): Promise<Past> => {
      const fresh = { staleTime: pollInterval }
      const [head, reading] = await Promise.all([
        cache.fetchQuery({ ...headQuery(chain), ...fresh }),
        cache.fetchQuery({ ...safeQuery(chain, address), ...fresh }),
      ])
      return readPast(createChainClient(chain), {
        chainId: chain.chainId,
        address,
        head: head.number,
        safe: reading.status === 'safe' ? reading.safe : undefined,
      })
    },
    staleTime: pollInterval,
  })
}

type Asked = {
  chainId: number
  address: Address
  head: bigint
  safe: Pick<SafeState, 'nonce' | 'version'> | undefined
}

export async function readPast(
  client: ChainClient,
  { chainId, address, head, safe }: Asked,
): Promise<Past> {
  const { fromBlock, logs } = await readWindow(client, { address, head })
  const found = [...groupByTransaction(logs)].flatMap(([txHash, group]) =>
    listEntries({ chainId, address, group }).map((entry) => ({
      txHash,
      block: BigInt(group[0]?.blockNumber ?? '0x0'),
      entry,
    })),
  )
  const newest = found
    .sort((one, other) => compare(other, one))
    .slice(0, mostEntries)
  const sent = await readSentOnes(client, newest)
  const nonces = createNonces({ chainId, address, safe })
  const entries = newest.flatMap((one) => {
    const { from, input, to, at } = sent.get(one.txHash) ?? unknownSent
    const place = {
      txHash: one.txHash,
      block: one.block,
      logIndex: one.entry.logIndex,
      at,
    }
    const isDirect = to?.toLowerCase() === address.toLowerCase()
    return toPastEntry(one.entry, {
      place,
      address,
      executor: from,
      input: isDirect ? input : '0x',
      nonces,
    })
  })
  return {
    fromBlock,
    toBlock: head,
    entries,
    hasMore: found.length > newest.length,
    provenance: readAt(client, head),
  }
}

type Found = { block: bigint; entry: { logIndex: number } }

function compare(one: Found, other: Found): number {
  return one.block === other.block
    ? one.entry.logIndex - other.entry.logIndex
    : Number(one.block - other.block)
}

type Sent = { from: Address; to: Address | null; input: Hex; at: number }

const nobody = '0x0000000000000000000000000000000000000000'
const unknownSent: Sent = { from: nobody, to: null, input: '0x', at: 0 }

async function readSentOnes(
  client: ChainClient,
  found: readonly { txHash: Hex; block: bigint }[],
): Promise<Map<Hex, Sent>> {
  const blocks = new Map(found.map(({ txHash, block }) => [txHash, block]))
  const times = new Map<bigint, Promise<number>>()
  const readTime = (blockNumber: bigint) => {
    const asked =
      times.get(blockNumber) ??
      readBlock(client, blockNumber).then(
        ({ timestamp }) => Number(timestamp) * 1000,
      )
    times.set(blockNumber, asked)
    return asked
  }
  const read = [...blocks].map(async ([hash, block]): Promise<[Hex, Sent]> => {
    const [{ from, to, input }, at] = await Promise.all([
      getTransaction(client, { hash }),
      readTime(block),
    ])
    return [hash, { from: getAddress(from), to, input, at }]
  })
  return new Map(await Promise.all(read))
}
