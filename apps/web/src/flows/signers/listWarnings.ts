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
        ? `${name} is a safe. Its own owners must sign first.`
        : `${name} is a contract. It can only sign if its code supports it; many contracts don’t.`,
    ),
  ].filter((warning) => warning !== undefined)
}

function warnOfThreshold({ owners, threshold }: OwnerSet): string | undefined {
  const count = owners.length
  if (count === 1)
    return 'One key will control this safe. If it’s lost, so is the safe.'
  if (threshold === count)
    return `All ${count} owners must sign. If one key is lost, the safe is locked permanently.`
  if (threshold === 1)
    return `Any one of the ${count} owners can move everything alone.`
  return undefined
}

/**
 * A page sees one account of a wallet at a time, so anyone who removes it takes
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
  return 'You are removing yourself, the only owner connected in this browser. You won’t be able to sign here afterwards.'
}
