import type { Address } from 'viem'
import { NoNodeError } from '../chain/rpcErrors.js'
import { type Context, getServedChain } from '../context.js'
import { findDelegators } from '../store/delegates.js'
import { readFollowedState } from '../store/followedState.js'
import { listMemberSafes } from '../store/members.js'
import { ownsSafe } from './hasSay.js'
import type { SafePlace } from './membership.js'
import { decideNow, type PresentSafe } from './presentSafe.js'
import { readSafeState } from './readSafeState.js'

/** By what the chain says now; anyone who is a member has the safe followed. */
export async function decideMember(
  context: Context,
  place: SafePlace,
  account: Address,
): Promise<boolean> {
  const { chainId, safe } = place
  const { access } = getServedChain(context, chainId)
  try {
    const isMember = await decideNow(access.firstPool, safe, (present) =>
      isOwnerOrProposer(context, present, account),
    )
    if (isMember)
      await readSafeState(context, { chainId, safe, interest: 'proven' })
    return isMember
  } catch (error) {
    // Where nobody can ask the chain, what it said last counts.
    if (!(error instanceof NoNodeError)) throw error
    const { store } = context
    if (!(await readFollowedState(store, { chainId, safe }))) throw error
    const known = await listMemberSafes(store, { chainId, account })
    return known.includes(safe)
  }
}

async function isOwnerOrProposer(
  { store }: Context,
  present: PresentSafe,
  account: Address,
): Promise<boolean> {
  const { chainId, address: safe, owners } = present
  if (owners.includes(account)) return true
  const delegators = await findDelegators(store, {
    chainId,
    safe,
    delegate: account,
    owners,
  })
  return delegators.length > 0 || ownsSafe(present, account)
}
