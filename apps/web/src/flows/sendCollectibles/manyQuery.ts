import { queryOptions } from '@tanstack/react-query'
import { readCollectibles } from '../../trust/assets/collectibles.js'
import { type ChainConfig, createChainClient } from '../../trust/chainClient.js'
import { readHead } from '../../trust/head.js'
import { readItem, writeItem } from './input.js'

/** Which of them are one of many of their kind, asked of their contracts. */
export function manyQuery(chain: ChainConfig, names: readonly string[]) {
  return queryOptions({
    queryKey: ['manyOfAKind', chain.chainId, names],
    queryFn: async (): Promise<ReadonlySet<string>> => {
      const client = createChainClient(chain)
      const items = names.flatMap((name) => readItem(name) ?? [])
      const { number: blockNumber } = await readHead(client, chain)
      const readings = await readCollectibles(client, {
        items: items.map(({ token, id }) => ({ token, id: BigInt(id) })),
        blockNumber,
      })
      const many = items.filter((_, at) => readings[at]?.status === 'many')
      return new Set(many.map(writeItem))
    },
    enabled: names.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
}
