import type { Address } from 'viem'
import { mostSafesAtOnce } from '../chain/probeSafe.js'
import type { PresentSafe } from './presentSafe.js'

/** Safes that own safes that own safes: further up nobody looks. */
const highest = 3

/** Whether an account is this owner, or owns it, itself or through safes. */
export async function hasSay(
  present: PresentSafe,
  parameters: { account: Address; owner: Address },
): Promise<boolean> {
  const { account, owner } = parameters
  return isAbove(present, { account, level: [owner], height: 0 })
}

/** Whether an account owns the safe, itself or through safes. */
export async function ownsSafe(
  present: PresentSafe,
  account: Address,
): Promise<boolean> {
  return isAbove(present, { account, level: present.owners, height: 0 })
}

async function isAbove(
  present: PresentSafe,
  parameters: { account: Address; level: readonly Address[]; height: number },
): Promise<boolean> {
  const { account, level, height } = parameters
  if (level.includes(account)) return true
  if (level.length === 0 || height === highest) return false
  const owners = await present.readOwners(level.slice(0, mostSafesAtOnce))
  const above = [...new Set(owners)]
  return isAbove(present, { account, level: above, height: height + 1 })
}
