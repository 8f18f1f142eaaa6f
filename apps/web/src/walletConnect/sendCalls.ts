import { type Address, isHex } from 'viem'
import * as z from 'zod/mini'
import { type AskedCalls, readCalls } from '../apps/readCalls.js'
import { readAccount } from './account.js'
import { RefusedError } from './rpcError.js'

/** The versions of EIP-5792 that dapps speak. */
export type CallsVersion = '1.0' | '2.0.0'

export type AskedBundle = AskedCalls & {
  version: CallsVersion
  /** Undefined: the wallet names it. */
  id: string | undefined
}

const mostCalls = 200
const longestId = 8194

const bundle = z.object({
  version: z.optional(z.string()),
  id: z.optional(z.string().check(z.minLength(1), z.maxLength(longestId))),
  from: z.optional(z.string()),
  chainId: z.optional(z.string()),
  calls: z.array(z.record(z.string(), z.unknown())),
  capabilities: z.optional(z.record(z.string(), z.unknown())),
})

/** `wallet_sendCalls`: all calls in one transaction of the safe. */
export function readSendCalls(
  params: unknown,
  { address, chainId }: { address: Address; chainId: number },
): AskedBundle {
  const parsed = z.safeParse(z.tuple([bundle]), params)
  if (!parsed.success)
    throw new RefusedError('badParameters', 'The request has no list of calls.')
  const [{ version, id, from, chainId: chain, calls, capabilities }] =
    parsed.data
  if (version !== '1.0' && version !== '2.0.0')
    throw new RefusedError(
      'badParameters',
      `Version ${String(version).slice(0, 20)} of wallet_sendCalls isn’t supported. Use version 1.0 or 2.0.0.`,
    )
  // Only the newer version lets the wallet choose the account.
  if (from !== undefined || version === '1.0') readAccount(from, address)
  if (!isHex(chain) || chain === '0x' || BigInt(chain) !== BigInt(chainId))
    throw new RefusedError(
      'unsupportedChain',
      `The calls are for chain ${String(chain).slice(0, 20)}, but the session is for chain ${chainId}.`,
    )
  for (const asked of [capabilities, ...calls.map(readCapabilities)])
    assertCapabilities(asked ?? {})
  if (calls.length > mostCalls)
    throw new RefusedError(
      'bundleTooLarge',
      `The list has ${calls.length} calls. The limit for one transaction is ${mostCalls}.`,
    )
  return { version, id, ...readCalls({ txs: calls }) }
}

function readCapabilities(
  call: Record<string, unknown>,
): Record<string, unknown> {
  const { capabilities } = call
  return typeof capabilities === 'object' && capabilities !== null
    ? { ...capabilities }
    : {}
}

/** No capability changes what a safe does with calls; some can be left out. */
function assertCapabilities(asked: Record<string, unknown>): void {
  const name = Object.entries(asked).find(
    ([, value]) => !isOptional(value),
  )?.[0]
  if (name !== undefined)
    throw new RefusedError(
      'unsupportedCapability',
      `The calls need the capability ${name.slice(0, 40)}, which a safe does not have.`,
    )
}

function isOptional(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Reflect.get(value, 'optional') === true
  )
}
