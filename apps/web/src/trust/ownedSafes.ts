import { queryOptions, skipToken } from '@tanstack/react-query'
import type { Address } from 'viem'
import { pollInterval } from '../lib/timing.js'
import { type ChainConfig, createChainClient } from './chainClient.js'
import { readHead } from './head.js'
import { type Provenance, readAt } from './provenance.js'
import { readSafes, type Safe } from './readSafes.js'

/** Of the safes somebody claims an owner has, those that name it as theirs. */
export function ownedSafesOnChainQuery(
  chain: ChainConfig,
  {
    owner,
    claimed,
  }: { owner: Address; claimed: readonly Address[] | undefined },
) {
  return queryOptions({
    queryKey: ['ownedSafes', chain.chainId, owner, claimed],
    queryFn: claimed
      ? async (): Promise<{ provenance: Provenance; safes: Safe[] }> => {
          const client = createChainClient(chain)
          const { number: block } = await readHead(client, chain)
          const safes =
            claimed.length === 0
              ? []
              : await readSafes(client, {
                  addresses: claimed,
                  blockNumber: block,
                })
          return {
            provenance: readAt(client, block),
            safes: safes.filter(({ owners }) => owners.includes(owner)),
          }
        }
      : skipToken,
    refetchInterval: 3 * pollInterval,
  })
}
