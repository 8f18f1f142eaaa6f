import type { Address, Hex } from 'viem'
import { checksumAddress } from 'viem'
import * as z from 'zod/mini'

/** Any letter case is read; inside it is checksummed. */
export const storedAddress = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  z.transform((text): Address => checksumAddress(text as Address)),
)

export const storedChainId = z.int().check(z.gte(1))

/** Any letter case is read; inside it is in lower case. */
export const storedHash = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/)),
  z.transform((text) => text.toLowerCase() as Hex),
)

export const storedBytes = z.custom<Hex>(
  (value) => typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value),
)

export const storedPlace = z.object({
  chainId: storedChainId,
  address: storedAddress,
})

/** What an app calls itself, and where it is. */
export const storedApp = z.object({ name: z.string(), url: z.string() })

/** The ten fields. */
export const storedTransaction = z.object({
  to: storedAddress,
  value: z.bigint(),
  data: storedBytes,
  operation: z.union([z.literal(0), z.literal(1)]),
  safeTxGas: z.bigint(),
  baseGas: z.bigint(),
  gasPrice: z.bigint(),
  gasToken: storedAddress,
  refundReceiver: storedAddress,
  nonce: z.bigint(),
})

/** A text, or typed data. */
export const storedMessage = z.union([
  z.string(),
  z.object({
    domain: z.record(z.string(), z.unknown()),
    types: z.record(
      z.string(),
      z.array(z.object({ name: z.string(), type: z.string() })),
    ),
    primaryType: z.string(),
    message: z.record(z.string(), z.unknown()),
  }),
])
