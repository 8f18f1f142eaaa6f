import { BaseError, parsePrefixedAddress } from '@covault/protocol'
import * as z from 'zod/mini'
import type { AppSearch } from '../../lib/searchText.js'
import type { AddressReading } from '../../understand/safe/addressReading.js'

/** More do not fit into one transaction of most chains. */
export const mostItems = 100

/** One collectible: its contract and its number there. */
const item = z.object({
  token: z.templateLiteral(['0x', z.string()]),
  id: z.string().check(z.regex(/^[0-9]{1,78}$/)),
})
export type Item = z.output<typeof item>

export const sendCollectiblesInput = z.object({
  items: z.array(item).check(z.maxLength(mostItems)),
  recipient: z.string().check(z.maxLength(2000)),
  /** What the name in `recipient` stood for when it was last reviewed. */
  resolved: z.nullable(z.string()),
})
export type SendCollectiblesInput = z.output<typeof sendCollectiblesInput>

/** `token` of a link is a list: `0xcontract:number,0xcontract:number`. */
export function createInput({
  token = '',
  recipient = '',
}: AppSearch): SendCollectiblesInput {
  const items = token
    .split(',')
    .flatMap((text) => readItem(text) ?? [])
    .slice(0, mostItems)
  return { items: dropRepeats(items), recipient, resolved: null }
}

export function readItem(text: string): Item | undefined {
  const [, token, id] =
    /^(0x[0-9a-f]{40}):([0-9]{1,78})$/i.exec(text.trim()) ?? []
  if (!token || !id || BigInt(id) >= 2n ** 256n) return undefined
  try {
    const { address } = parsePrefixedAddress(token)
    return { token: address, id: String(BigInt(id)) }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return undefined
  }
}

export function writeItem({ token, id }: Item): string {
  return `${token}:${id}`
}

/** What a name stood for stays with the input, for the review. */
export function pinRecipient(
  input: SendCollectiblesInput,
  { address, isContact, resolvedName }: AddressReading,
): SendCollectiblesInput {
  if (!address) return input
  // A contact is a name of this browser; the chain knows nothing of it.
  if (isContact) return { ...input, recipient: address, resolved: null }
  return { ...input, resolved: resolvedName === null ? null : address }
}

function dropRepeats(items: readonly Item[]): Item[] {
  return [...new Map(items.map((one) => [writeItem(one), one])).values()]
}
