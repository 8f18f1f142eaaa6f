import type { Hex, TypedDataDefinition } from 'viem'
import { hexToBytes } from 'viem'
import * as z from 'zod/mini'

/** The text that these bytes are; undefined where they are none. */
export function readText(bytes: Hex): string | undefined {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true })
    const text = decoder.decode(hexToBytes(bytes))
    // A hash can be valid UTF-8 by accident; control characters betray it.
    return /(?![\t\n\r])\p{Cc}/u.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

const record = z.record(z.string(), z.unknown())

const typedDataSchema = z.object({
  types: z.record(
    z.string(),
    z.array(z.object({ name: z.string(), type: z.string() })),
  ),
  primaryType: z.string(),
  domain: record,
  message: record,
})

type ReadTypedData = z.output<typeof typedDataSchema> & TypedDataDefinition

export function readTypedData(given: unknown): ReadTypedData {
  const value: unknown = typeof given === 'string' ? JSON.parse(given) : given
  return z.parse(typedDataSchema, value) as ReadTypedData
}
