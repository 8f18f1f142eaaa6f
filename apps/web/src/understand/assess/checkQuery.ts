import { queryOptions } from '@tanstack/react-query'
import type { Hex } from 'viem'
import { pollInterval } from '../../lib/timing.js'
import { safeInfoQuery } from '../../queries/safes.js'
import {
  type ChainConfig,
  createChainClient,
  createSecondClient,
} from '../../trust/chainClient.js'
import type { Claim } from '../../trust/checkSignable.js'
import type { ContractFacts } from '../../trust/contracts.js'
import type { Signable } from '../../trust/signable.js'
import type { Executed } from '../../trust/signables/definition.js'
import { loadHeavyHalf } from './loadHeavyHalf.js'

/** Asked again and again: the chain moves on while somebody reads. */
export function checkQuery({
  chain,
  signable,
  claim,
  hash,
  contracts,
  executed,
}: {
  chain: ChainConfig
  signable: Signable
  /** What the gateway says of it; undefined for what is new. */
  claim: Claim | undefined
  hash: Hex
  /** What calls were explained with; undefined where there are none yet. */
  contracts?: ContractFacts[] | undefined
  /** Undefined for what still waits. */
  executed?: Executed | undefined
}) {
  const { chainId } = chain
  const address = signable.domain.safe
  return queryOptions({
    queryKey: [
      'check',
      chainId,
      address,
      hash,
      claim,
      // What they are; at which block that was read changes nothing.
      contracts?.map(({ provenance: _, ...facts }) => facts),
      executed,
    ],
    queryFn: async ({ client: cache }) => {
      const info = await cache
        .fetchQuery({ ...safeInfoQuery({ chainId, address }), staleTime: 0 })
        .catch(() => undefined)
      const second = createSecondClient(chain)
      const { checkSignable, compareContracts } = await loadHeavyHalf()
      const [check, compared] = await Promise.all([
        checkSignable(createChainClient(chain), {
          chain,
          signable,
          claim,
          info,
          second,
          executed,
        }),
        compareContracts(contracts ?? [], second),
      ])
      const fields = [...check.fields, ...compared]
      return {
        ...check,
        fields,
        isRefused: check.isRefused || compared.length > 0,
      }
    },
    refetchInterval: pollInterval,
    staleTime: 0,
    gcTime: 0,
  })
}
