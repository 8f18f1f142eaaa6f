import type { Address, Hex } from 'viem'
import { type Context, getServedChain } from '../context.js'
import { NotFoundFailure, StorageFailure } from '../failures.js'
import { deleteDelegates, listDelegates } from '../store/delegates.js'
import { findRequester } from './delegateRequest.js'
import { noteWrite } from './noteWrite.js'

/** A delegate entry has few delegators; more than this are not looked at. */
const mostDelegators = 100

/** Takes the right to propose back, at the word of either side. */
export async function removeDelegate(
  context: Context,
  parameters: {
    chainId: number
    safe: Address | null
    delegate: Address
    delegator: Address | null
    signature: Hex
  },
): Promise<void> {
  const { chainId, safe, delegate, delegator, signature } = parameters
  const { store } = context
  const { access } = getServedChain(context, chainId)
  if (safe) await context.allowances.assertWritable({ chainId, safe })
  const entries = await listDelegates(store, {
    chainId,
    filter: {
      delegate,
      safe: safe ?? undefined,
      delegator: delegator ?? undefined,
    },
    limit: mostDelegators,
  })
  if (entries.length === 0) throw new NotFoundFailure()
  const delegators = [...new Set(entries.map((entry) => entry.delegator))]
  const requester = await findRequester(access.firstPool, {
    delegate,
    signature,
    among: [...delegators, delegate],
  })
  if (!requester)
    throw new StorageFailure(
      400,
      'The signature is neither by the owner nor by the proposer, or is older than an hour.',
    )
  await deleteDelegates(store, {
    chainId,
    safe,
    delegate,
    delegators: requester === delegate ? delegators : [requester],
  })
  if (safe) await noteWrite(context, { chainId, safe })
}
