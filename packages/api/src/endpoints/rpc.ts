import * as z from 'zod/mini'
import { chainId, orNull } from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'

/** One call of JSON-RPC 2.0. */
const rpcCall = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]),
  method: z.string(),
  params: z.optional(z.array(z.unknown())),
})

const rpcAnswer = z.object({
  jsonrpc: z.literal('2.0'),
  id: orNull(z.union([z.string(), z.number()])),
  /** One of the two is there. */
  result: z.optional(z.unknown()),
  error: z.optional(
    z.object({
      code: z.int(),
      message: z.string(),
      /** What a call reverted with. */
      data: z.optional(z.string()),
    }),
  ),
})

/** Reads only. A batch holds at most 50 calls. */
export const askRpc = defineEndpoint({
  method: 'POST',
  path: '/rpc/{chainId}',
  summary: 'Read a chain through the gateway, by JSON-RPC 2.0',
  params: z.object({ chainId }),
  body: z.union([rpcCall, z.array(rpcCall)]),
  response: z.union([rpcAnswer, z.array(rpcAnswer)]),
  idempotent: true,
})
