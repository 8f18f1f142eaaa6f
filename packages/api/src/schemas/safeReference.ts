import type { Address } from 'viem'
import * as z from 'zod/mini'
import { address, type Codec } from '../codecs.js'

export type SafeReference = { chainId: number; address: Address }

/** `1:0xabc...,10:0xdef...` in a query. */
export const safeReferences: Codec<SafeReference[], string> = z.codec(
  z
    .string()
    .check(
      z.regex(
        /^[1-9][0-9]{0,15}:0x[0-9a-fA-F]{40}(?:,[1-9][0-9]{0,15}:0x[0-9a-fA-F]{40})*$/,
        'Invalid list of safes',
      ),
    ),
  z.array(z.object({ chainId: z.int(), address })),
  {
    decode: (text) => text.split(',').map(readReference),
    encode: (safes) =>
      safes.map((safe) => `${safe.chainId}:${safe.address}`).join(','),
  },
)

function readReference(text: string): SafeReference {
  const colon = text.indexOf(':')
  return {
    chainId: Number(text.slice(0, colon)),
    address: text.slice(colon + 1) as Address,
  }
}
