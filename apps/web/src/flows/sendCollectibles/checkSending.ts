import type { Address } from 'viem'
import {
  type AddressReading,
  checkRecipient,
} from '../../understand/safe/addressReading.js'
import type { Item } from './input.js'

/** What stands in the way of sending collectibles, by field. */
export type SendingMistakes = { items?: string; recipient?: string }

export function checkSending({
  items,
  recipient,
  to,
}: {
  items: readonly Item[]
  recipient: string
  to: Pick<AddressReading, 'address' | 'error'>
}): SendingMistakes {
  const mistake = checkRecipient(recipient, to)
  return {
    ...(items.length === 0 && {
      items: 'Choose at least one collectible.',
    }),
    ...(mistake && { recipient: mistake }),
  }
}

/** What somebody should know, and may want all the same. */
export function listWarnings({
  items,
  to,
  safe,
}: {
  items: readonly Item[]
  to: Address | undefined
  safe: Address
}): string[] {
  if (to === safe) return ['This is the safe itself.']
  if (items.some(({ token }) => token === to))
    return [
      'This is the collection’s own contract. Collectibles sent there are usually lost.',
    ]
  return []
}
