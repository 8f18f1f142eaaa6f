import { type Address, zeroAddress } from 'viem'
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
  to: { address: Address | undefined; error: string | undefined }
}): SendingMistakes {
  const mistake = findRecipientMistake(recipient, to)
  return {
    ...(items.length === 0 && {
      items: 'Choose at least one collectible.',
    }),
    ...(mistake && { recipient: mistake }),
  }
}

function findRecipientMistake(
  text: string,
  {
    address,
    error,
  }: { address: Address | undefined; error: string | undefined },
): string | undefined {
  if (!text.trim()) return 'Enter a recipient.'
  if (error) return error
  if (!address) return 'Looking up this name…'
  if (address === zeroAddress)
    return 'This is the zero address. Anything sent there is lost.'
  return undefined
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
