import type { Message, MessageContent } from '@covault/api'
import { queryOptions } from '@tanstack/react-query'
import type { Address, Hex } from 'viem'
import { pollInterval } from '../../lib/timing.js'
import { safeInfoQuery } from '../../queries/safes.js'
import {
  type ChainConfig,
  createChainClient,
  createSecondClient,
} from '../../trust/chainClient.js'

/** Asked again and again: owners change while somebody reads. */
export function messageCheckQuery({
  chain,
  address,
  content,
  proposal,
  hash,
}: {
  chain: ChainConfig
  address: Address
  content: MessageContent
  proposal: Message | undefined
  hash: Hex
}) {
  const { chainId } = chain
  const claim = proposal && toClaim(proposal)
  return queryOptions({
    queryKey: ['check', chainId, address, hash, claim],
    queryFn: async ({ client: cache }) => {
      const info = await cache
        .fetchQuery({ ...safeInfoQuery({ chainId, address }), staleTime: 0 })
        .catch(() => undefined)
      const { checkMessage } = await import('../../trust/checkMessage.js')
      return checkMessage(createChainClient(chain), {
        chain,
        address,
        content,
        claim,
        info,
        second: createSecondClient(chain),
      })
    },
    refetchInterval: pollInterval,
    staleTime: 0,
    gcTime: 0,
  })
}

function toClaim({
  messageHash,
  confirmationsRequired,
  confirmations,
}: Message) {
  return {
    messageHash,
    threshold: confirmationsRequired,
    confirmations: confirmations.map(({ owner, signature }) => ({
      signer: owner.value,
      signature,
    })),
  }
}
