import type { Address, Hex } from 'viem'
import { type Context, getServedChain } from '../context.js'
import { StorageFailure } from '../failures.js'
import { saveDelegate } from '../store/delegates.js'
import { findRequester } from './delegateRequest.js'
import { noteWrite } from './noteWrite.js'
import { decideNow } from './presentSafe.js'
import { toPlainText } from './proposalOrigin.js'
import { readSafeState } from './readSafeState.js'

/** Of one key for one safe, or for all of them. */
const mostDelegates = 100

/** For all safes, of all keys together that own no safe we know. */
const mostOfNobody = 1_000

type NewDelegate = {
  chainId: number
  safe: Address | null
  delegate: Address
  delegator: Address
  label: string
  /** Null: without end. */
  expiresAt: Date | null
}

/** Lets an address propose for an owner, at the owner's word. */
export async function addDelegate(
  context: Context,
  { signature, ...added }: NewDelegate & { signature: Hex },
): Promise<void> {
  const { chainId, delegate, delegator } = added
  const { access } = getServedChain(context, chainId)
  await assertOwner(context, added)
  const among = [delegator]
  if (!(await findRequester(access.firstPool, { delegate, signature, among })))
    throw new StorageFailure(
      400,
      `The signature is not by ${delegator}, or is older than an hour.`,
    )
  await save(context, added)
}

/** The same at the operator's word, for one safe. No request leads here. */
export async function believeDelegate(
  context: Context,
  added: NewDelegate & { safe: Address },
): Promise<void> {
  await assertOwner(context, added)
  await save(context, added)
}

async function assertOwner(
  context: Context,
  { chainId, safe, delegator }: NewDelegate,
): Promise<void> {
  if (!safe) return
  const { access } = getServedChain(context, chainId)
  await context.allowances.assertWritable({ chainId, safe })
  const { owners } = await decideNow(access.firstPool, safe, async (now) => now)
  if (!owners.includes(delegator))
    throw new StorageFailure(
      400,
      `${delegator} is not an owner of the safe ${safe}.`,
    )
}

async function save(context: Context, added: NewDelegate): Promise<void> {
  const { chainId, safe, delegator } = added
  if (safe) await readSafeState(context, { chainId, safe, interest: 'proven' })
  const label = toPlainText(added.label)
  const outcome = await saveDelegate(
    context.store,
    { ...added, label },
    { most: mostDelegates, mostOfNobody },
  )
  if (outcome === 'tooMany')
    throw new StorageFailure(
      422,
      `${delegator} already has ${mostDelegates} proposers for ${safe ? `the safe ${safe}` : 'all safes'}, the maximum. Remove one first.`,
    )
  if (safe) await noteWrite(context, { chainId, safe })
}
