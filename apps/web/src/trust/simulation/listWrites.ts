import { type Hex, isHex, numberToHex } from 'viem'
import * as z from 'zod/mini'
import type { ChainClient } from '../chainClient.js'
import { parse, request, toRequest, toRpc } from './rpc.js'
import type { Asked } from './run.js'

const storageSchema = z.record(
  z.string(),
  z.object({
    storage: z.optional(z.record(z.string(), z.string())),
  }),
)
const diffSchema = z.object({ pre: storageSchema, post: storageSchema })

/**
 * Every slot of the safe that the run writes. Undefined where the node does
 * not trace: then only the slots that have a name are compared.
 */
export async function listWrites(
  client: ChainClient,
  { call, block }: Asked,
): Promise<readonly Hex[] | undefined> {
  try {
    const answer = await request(client, 'debug_traceCall', [
      toRequest(call),
      numberToHex(block),
      {
        tracer: 'prestateTracer',
        tracerConfig: { diffMode: true },
        stateOverrides: toRpc(call.overrides),
      },
    ])
    const { pre, post } = parse(diffSchema, answer)
    const safe = call.to.toLowerCase()
    const slots = [pre, post]
      .flatMap((side) => Object.entries(side))
      .filter(([address]) => address.toLowerCase() === safe)
      .flatMap(([, { storage = {} }]) => Object.keys(storage))
    return [...new Set(slots)].filter((slot) => isHex(slot))
  } catch {
    // Few nodes trace for everybody, and some are slow: the rest stands.
    return undefined
  }
}
