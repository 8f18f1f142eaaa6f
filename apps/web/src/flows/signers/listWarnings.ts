import type { OwnerSet } from '@covault/protocol'
import type { Address } from 'viem'

/** What is allowed and yet worth a second thought, in words. */
export function listWarnings({
  present,
  wanted,
  account,
  contracts,
}: {
  present: OwnerSet
  wanted: OwnerSet
  /** Who is connected. */
  account: Address | null
  /** New owners with code, and how to call them. */
  contracts: readonly { name: string; isSafe: boolean }[]
}): string[] {
  return [
    warnOfThreshold(wanted),
    warnOfYourself({ present, wanted, account }),
    ...contracts.map(({ name, isSafe }) =>
      isSafe
        ? `${name} is a safe itself: to confirm, its own owners must agree first.`
        : `${name} is a contract. It counts only if it can sign or approve for itself; many cannot.`,
    ),
  ].filter((warning) => warning !== undefined)
}

function warnOfThreshold({ owners, threshold }: OwnerSet): string | undefined {
  const count = owners.length
  if (count === 1)
    return 'One key will decide alone, and losing it loses the safe.'
  if (threshold === count)
    return `All ${count} keys will be needed: losing one of them locks the safe for good.`
  return threshold === 1
    ? `Any one of the ${count} keys will move everything by itself.`
    : undefined
}

/**
 * A page sees one account of a wallet at a time, so whoever removes it takes
 * the last owner away that can sign in this browser.
 */
function warnOfYourself({
  present,
  wanted,
  account,
}: {
  present: OwnerSet
  wanted: OwnerSet
  account: Address | null
}): string | undefined {
  if (!account || !present.owners.includes(account)) return undefined
  if (wanted.owners.includes(account)) return undefined
  return 'You remove yourself, the only owner whose key this browser can reach. Afterwards you can no longer sign here.'
}
