import type { Address } from 'viem'
import { checksumAddress } from 'viem'
import * as z from 'zod/mini'

/** Any letter case is read; inside it is checksummed. */
export const storedAddress = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  z.transform((text): Address => checksumAddress(text as Address)),
)

export const storedChainId = z.int().check(z.gte(1))
