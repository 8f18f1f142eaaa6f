import type { Address } from 'viem'
import { isRecord } from './answer.js'
import type { Resolve } from './pinnedRequest.js'
import { safeFetch } from './safeFetch.js'
import { cleanText } from './tokenText.js'

/** What a verification service says of a contract. */
export type PublishedContract = { name: string; abi: unknown[] }

/**
 * Asks a server that speaks Sourcify's API for a contract's ABI. It refuses
 * when nobody has published the source there.
 */
export async function fetchPublishedContract(
  server: string,
  parameters: {
    chainId: number
    address: Address
    resolve?: Resolve | undefined
  },
): Promise<PublishedContract | undefined> {
  const { chainId, address, resolve } = parameters
  const path = `v2/contract/${chainId}/${address}?fields=abi,compilation`
  const body = await safeFetch(`${server.replace(/\/$/, '')}/${path}`, {
    maximumBytes: 1_000_000,
    timeoutMs: 5_000,
    mediaTypes: ['application/json'],
    // The operator chose this host.
    trustedOrigins: [new URL(server).origin],
    resolve,
  })
  return readContract(JSON.parse(body.toString('utf8')))
}

function readContract(answer: unknown): PublishedContract | undefined {
  if (!isRecord(answer) || !Array.isArray(answer.abi)) return undefined
  const { compilation } = answer
  const name = isRecord(compilation) ? compilation.name : undefined
  return {
    name: typeof name === 'string' ? cleanText(name, 100) : '',
    abi: answer.abi,
  }
}
