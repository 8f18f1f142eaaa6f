import {
  BaseError,
  type SimulatedCall,
  type StateOverrides,
} from '@covault/protocol'
import { type Hex, isHex, numberToHex } from 'viem'
import * as z from 'zod/mini'
import type { ChainClient } from '../chainClient.js'

export const bytesSchema = z.custom<Hex>((value) => isHex(value))

export const logSchema = z.object({
  address: z.string(),
  topics: z.array(z.string()),
  data: z.string(),
})

/** Methods that viem has no types for; the answers are parsed. */
export async function request(
  client: ChainClient,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const ask = client.request as (asked: {
    method: string
    params: readonly unknown[]
  }) => Promise<unknown>
  return ask({ method, params })
}

/** An answer of another form is as good as none. */
export function parse<value>(
  schema: z.ZodMiniType<value>,
  answer: unknown,
): value {
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw new UnsupportedMethodError({ cause: parsed.error })
  return parsed.data
}

export function toRequest({ from, to, data, gasPrice }: SimulatedCall) {
  return {
    from,
    to,
    data,
    ...(gasPrice !== undefined && { gasPrice: numberToHex(gasPrice) }),
  }
}

export function toRpc(overrides: StateOverrides) {
  return Object.fromEntries(
    Object.entries(overrides).map(([address, { balance, ...rest }]) => [
      address,
      {
        ...rest,
        ...(balance !== undefined && { balance: numberToHex(balance) }),
      },
    ]),
  )
}

/** The node answers, but not what the method is for. */
export class UnsupportedMethodError extends BaseError {
  constructor({ cause }: { cause?: unknown } = {}) {
    super('The RPC endpoint didn’t simulate what was requested.', { cause })
  }
}
