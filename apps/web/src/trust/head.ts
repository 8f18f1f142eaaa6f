import { BaseError } from '@covault/protocol'
import { queryOptions } from '@tanstack/react-query'
import type { Hex } from 'viem'
import { getBlock, getChainId } from 'viem/actions'
import { pollInterval } from '../lib/timing.js'
import {
  type ChainClient,
  type ChainConfig,
  createChainClient,
} from './chainClient.js'
import type { EndpointSource } from './endpoint.js'

/** The newest block a chain's endpoint knows, and how long it took to say so. */
export type Head = {
  number: bigint
  hash: Hex
  /** Milliseconds from question to answer. */
  latency: number
  source: EndpointSource
}

export function headQuery(chain: ChainConfig) {
  return queryOptions({
    queryKey: ['head', chain.chainId],
    queryFn: async () => {
      const client = createChainClient(chain)
      const head = await readHead(client, chain)
      return { ...head, source: client.getEndpoint().source }
    },
    refetchInterval: pollInterval,
  })
}

export async function readHead(
  client: ChainClient,
  { chainId, name }: Pick<ChainConfig, 'chainId' | 'name'>,
): Promise<Omit<Head, 'source'>> {
  const start = performance.now()
  const [answered, { number, hash }] = await Promise.all([
    getChainId(client),
    getBlock(client, { blockTag: 'latest' }),
  ])
  const latency = Math.round(performance.now() - start)
  if (answered !== chainId)
    throw new WrongChainError({ name, expected: chainId, answered })
  return { number, hash, latency }
}

export class WrongChainError extends BaseError {
  constructor(facts: { name: string; expected: number; answered: number }) {
    super(
      `The endpoint for ${facts.name} answers for chain ${facts.answered}, not for chain ${facts.expected}.`,
    )
  }
}
