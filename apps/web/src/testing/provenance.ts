import type { Client, Transport } from 'viem'
import type { ChainClient } from '../trust/chainClient.js'
import type { ReadProvenance } from '../trust/provenance.js'

const endpoint = { source: 'own', host: '127.0.0.1' } as const

/** As if it had been read at that block. */
export function fromBlock(block: bigint): ReadProvenance {
  return { kind: 'chain', block, endpoint }
}

/** A client of a test's own making that can say who answers. */
export function withEndpoint(client: Client<Transport>): ChainClient {
  return Object.assign(client, { getEndpoint: () => endpoint })
}
