import type { Hex } from 'viem'
import { zeroHash } from 'viem'
import type { RpcPool } from './rpcPool.js'

export type Capabilities = {
  finalizedTag: boolean
  debugTrace: boolean
  parityTrace: boolean
  simulate: boolean
}

const methodNotFound = new Set([-32_601, -32_004])

/** Asks what a node can do beyond the minimum, by trying it on nothing. */
export async function probeCapabilities(
  pool: RpcPool,
  parameters: {
    save(endpoint: Hex, capabilities: Capabilities): Promise<void>
  },
): Promise<Capabilities> {
  return pool.use(async (rpc) => {
    const outcomes = await rpc.batch([
      { method: 'eth_getBlockByNumber', params: ['finalized', false] },
      {
        method: 'debug_traceTransaction',
        params: [zeroHash, { tracer: 'callTracer' }],
      },
      { method: 'trace_transaction', params: [zeroHash] },
      {
        method: 'eth_simulateV1',
        params: [{ blockStateCalls: [{ calls: [] }] }, 'latest'],
      },
    ])
    const [finalized, debug, parity, simulate] = outcomes.map(
      (outcome) =>
        outcome.error === undefined || !methodNotFound.has(outcome.error.code),
    )
    const capabilities = {
      finalizedTag: Boolean(finalized) && outcomes[0]?.error === undefined,
      debugTrace: Boolean(debug),
      parityTrace: Boolean(parity),
      simulate: Boolean(simulate),
    }
    await parameters.save(rpc.id, capabilities)
    return capabilities
  })
}
