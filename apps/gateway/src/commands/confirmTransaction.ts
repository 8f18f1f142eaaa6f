import {
  encodeSafeTransactionData,
  type SafeTransaction,
  type SafeVersion,
} from '@covault/protocol'
import type { Hex } from 'viem'
import { type Context, getServedChain } from '../context.js'
import { NotFoundFailure, RuleFailure, StorageFailure } from '../failures.js'
import type { TransactionFields } from '../store/chainRows.js'
import type { NewConfirmation } from '../store/confirmations.js'
import { confirmProposal } from '../store/proposals.js'
import type { Confirmation } from '../store/transactionRows.js'
import { readTransaction } from '../store/transactions.js'
import { noteWrite } from './noteWrite.js'
import { decideNow, type PresentSafe } from './presentSafe.js'
import { readSafeState } from './readSafeState.js'
import { executedAlready, mostProposals, tooManyWaiting } from './refusals.js'
import {
  assertNotBlocked,
  invalidSignature,
  isAccepted,
  readSigners,
  toConfirmation,
} from './signers.js'
import { hashTransactionNow } from './transactionHash.js'

/** Adds the signature of an owner; a delegate's does not confirm. */
export async function confirmTransaction(
  context: Context,
  parameters: { chainId: number; safeTxHash: Hex; signature: Hex },
): Promise<void> {
  const { chainId, safeTxHash, signature } = parameters
  const { store, allowances } = context
  const { access } = getServedChain(context, chainId)
  const known = await readTransaction(store, { chainId, safeTxHash })
  if (!known) throw new NotFoundFailure()
  const { safe, fields, execution, confirmations: earlier } = known
  if (execution) throw executedAlready()
  if (!fields) throw new RuleFailure('Invalid nonce')
  allowances.assertWritable({ chainId, safe })
  const { confirmation, fromNonce } = await decideNow(
    access.firstPool,
    safe,
    async (present) => ({
      fromNonce: present.nonce,
      confirmation: await checkConfirmation(context, present, {
        safeTxHash,
        transaction: toTransaction(fields),
        signature,
        earlier,
      }),
    }),
  )
  await readSafeState(context, { chainId, safe, interest: 'proven' })
  const outcome = await confirmProposal(
    store,
    { chainId, safe, safeTxHash, confirmations: [confirmation] },
    { ...mostProposals, fromNonce },
  )
  // Deleted or executed since it was read.
  if (outcome === 'gone') throw new NotFoundFailure()
  if (outcome === 'tooManyWaiting') throw tooManyWaiting(confirmation.owner)
  if (outcome === 'stored') noteWrite(context, { chainId, safe })
}

function toTransaction(fields: TransactionFields): SafeTransaction {
  return { ...fields, operation: fields.operation === 1 ? 1 : 0 }
}

async function checkConfirmation(
  { config }: Context,
  present: PresentSafe,
  parameters: {
    safeTxHash: Hex
    transaction: SafeTransaction
    signature: Hex
    earlier: readonly Confirmation[]
  },
): Promise<NewConfirmation> {
  const { safeTxHash, transaction, signature, earlier } = parameters
  const { owners, nonce } = present
  if (transaction.nonce < nonce) throw new RuleFailure('Invalid nonce')
  const hashed = hashTransactionNow(present, transaction)
  // The safe may have changed to a version that hashes differently.
  if (hashed?.hash !== safeTxHash)
    throw new RuleFailure('Invalid safeTxHash', { status: 502 })
  const { domain } = hashed
  const signed = {
    version: domain.version,
    hash: safeTxHash,
    preimage: encodeSafeTransactionData(domain, transaction),
  }
  if (!(await isStillAccepted(present, { ...signed, earlier })))
    throw new RuleFailure('Invalid signature', { status: 502 })
  const signatures = await readSigners({
    hash: safeTxHash,
    blob: signature,
    most: 1,
  })
  assertNotBlocked(config.access.blockedAddresses, signatures)
  const [own] = signatures
  if (!own || !owners.includes(own.signer)) throw invalidSignature()
  const isGood = await isAccepted(present, { ...signed, signatures })
  if (!isGood) throw new StorageFailure(400, 'An error occurred')
  return toConfirmation(own)
}

/**
 * Owners change after they signed: a record with a signature that the safe
 * would no longer take is proposed anew, not added to.
 */
async function isStillAccepted(
  present: PresentSafe,
  parameters: {
    version: SafeVersion
    hash: Hex
    preimage: Hex
    earlier: readonly Confirmation[]
  },
): Promise<boolean> {
  const { earlier, ...signed } = parameters
  const read = await Promise.all(
    earlier.map(async ({ owner, signature: blob }) => {
      // An approval on the chain is no record of ours.
      if (!blob) return []
      const own = await readSigners({ hash: signed.hash, blob, most: 1 })
      return own.map((signature) => ({ owner, signature }))
    }),
  )
  const isByOwners = read
    .flat()
    .every(
      ({ owner, signature }) =>
        owner === signature.signer && present.owners.includes(owner),
    )
  const signatures = read.flat().map(({ signature }) => signature)
  return isByOwners && isAccepted(present, { ...signed, signatures })
}
