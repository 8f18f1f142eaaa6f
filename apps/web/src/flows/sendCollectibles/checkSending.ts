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
  if (!text.trim()) return 'Enter who receives them.'
  if (error) return error
  if (!address) return 'This name is still being looked up.'
  if (address === zeroAddress)
    return 'Nobody has the zero address: what is sent there is lost.'
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
  if (to === safe) return ['This is the safe itself: it would send to itself.']
  if (items.some(({ token }) => token === to))
    return [
      'This is the contract of a collection itself: what is sent to it is usually lost.',
    ]
  return []
}
