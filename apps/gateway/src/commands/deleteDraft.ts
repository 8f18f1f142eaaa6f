import type { Address, Hex } from 'viem'
import { type Context, getServedChain } from '../context.js'
import { NotFoundFailure, RuleFailure } from '../failures.js'
import { findDrafter } from '../store/drafts.js'
import { deleteProposal } from '../store/proposals.js'
import { ownsSafe } from './hasSay.js'
import { noteWrite } from './noteWrite.js'
import { decideNow } from './presentSafe.js'

/**
 * By the one who saved it, or by an owner. What somebody has signed is no
 * draft.
 */
export async function deleteDraft(
  context: Context,
  parameters: {
    chainId: number
    safe: Address
    safeTxHash: Hex
    account: Address
  },
): Promise<void> {
  const { account, ...place } = parameters
  const { chainId, safe } = place
  const { store, allowances } = context
  const { access } = getServedChain(context, chainId)
  const drafter = await findDrafter(store, place)
  if (!drafter) throw new NotFoundFailure('This draft does not exist.')
  await allowances.assertWritable({ chainId, safe })
  const isAllowed =
    drafter === account ||
    (await decideNow(access.firstPool, safe, (present) =>
      ownsSafe(present, account),
    ))
  if (!isAllowed)
    throw new RuleFailure(
      `Only ${drafter}, who saved this draft, and owners can delete it.`,
      { status: 403, named: true },
    )
  if (!(await deleteProposal(store, { ...place, isDraft: true })))
    throw new NotFoundFailure('This draft does not exist.')
  await noteWrite(context, { chainId, safe })
}
