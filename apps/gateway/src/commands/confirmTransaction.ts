import {
  encodeSafeTransactionData,
  type SafeSignature,
  type SafeTransaction,
  type SafeVersion,
} from '@covault/protocol'
import type { Hex } from 'viem'
import { type Context, getServedChain } from '../context.js'
import { NotFoundFailure, RuleFailure, StorageFailure } from '../failures.js'
import { inTurns } from '../inTurns.js'
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
  assertFewQuestions,
  assertNotBlocked,
  invalidSignature,
  isAccepted,
  readSigners,
  toConfirmation,
} from './signers.js'
import { hashTransactionNow } from './transactionHash.js'

/**
 * Adds the signatures of one or more owners, all of them or none; a
 * delegate's does not confirm.
 */
export async function confirmTransaction(
  context: Context,
  parameters: {
    chainId: number
    safeTxHash: Hex
    signature: Hex
    /** How many owners may sign at once, where the wire bounds them. */
    most?: number
  },
): Promise<void> {
  const { chainId, safeTxHash, signature, most } = parameters
  const { store, allowances } = context
  const { access } = getServedChain(context, chainId)
  const known = await readTransaction(store, { chainId, safeTxHash })
  if (!known) throw new NotFoundFailure()
  const { safe, fields, execution, confirmations: earlier } = known
  if (execution) throw executedAlready()
  if (!fields) throw new RuleFailure('Invalid nonce')
  await allowances.assertWritable({ chainId, safe })
  const { confirmations, fromNonce } = await decideNow(
    access.firstPool,
    safe,
    async (present) => ({
      fromNonce: present.nonce,
      confirmations: await checkConfirmations(context, present, {
        safeTxHash,
        transaction: toTransaction(fields),
        signature,
        most,
        earlier,
      }),
    }),
  )
  await readSafeState(context, { chainId, safe, interest: 'proven' })
  const outcome = await confirmProposal(
    store,
    { chainId, safe, safeTxHash, confirmations },
    { ...mostProposals, fromNonce },
  )
  // Deleted or executed since it was read.
  if (outcome === 'gone') throw new NotFoundFailure()
  if (outcome === 'tooManyWaiting') throw tooManyWaiting(confirmations[0].owner)
  if (outcome === 'stored') await noteWrite(context, { chainId, safe })
}

function toTransaction(fields: TransactionFields): SafeTransaction {
  return { ...fields, operation: fields.operation === 1 ? 1 : 0 }
}

async function checkConfirmations(
  { config }: Context,
  present: PresentSafe,
  parameters: {
    safeTxHash: Hex
    transaction: SafeTransaction
    signature: Hex
    most: number | undefined
    earlier: readonly Confirmation[]
  },
): Promise<[NewConfirmation, ...NewConfirmation[]]> {
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
  const signatures = await readSigners({
    hash: safeTxHash,
    blob: signature,
    // One more than can be right, so that a doubled one is called so.
    most: parameters.most ?? owners.length + 1,
  })
  assertNotBlocked(config.access.blockedAddresses, signatures)
  const [own, ...others] = signatures
  if (!own || !signatures.every(({ signer }) => owners.includes(signer)))
    throw invalidSignature()
  assertOnce(signatures)
  assertFewQuestions(signatures)
  const isGood = await isAccepted(present, { ...signed, signatures })
  if (!isGood) throw new StorageFailure(400, 'An error occurred')
  // Last, as it costs most: a stranger gets no further than the above.
  if (!(await isStillAccepted(present, { ...signed, earlier })))
    throw new RuleFailure('Invalid signature', { status: 502 })
  return [toConfirmation(own), ...others.map(toConfirmation)]
}

function assertOnce(signatures: readonly SafeSignature[]): void {
  const signers = signatures.map(({ signer }) => signer)
  const twice = signers.find((signer, at) => signers.indexOf(signer) !== at)
  if (twice)
    throw new StorageFailure(422, `More than one signature is by ${twice}.`)
}

/**
 * Owners change after they signed: a record with a signature that the safe
 * would no longer take is proposed again, not added to.
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
  const read = await inTurns(earlier, async ({ owner, signature: blob }) => {
    // An approval on the chain is no record of ours.
    if (!blob) return []
    const own = await readSigners({ hash: signed.hash, blob, most: 1 })
    return own.map((signature) => ({ owner, signature }))
  })
  const isByOwners = read
    .flat()
    .every(
      ({ owner, signature }) =>
        owner === signature.signer && present.owners.includes(owner),
    )
  const signatures = read.flat().map(({ signature }) => signature)
  return isByOwners && isAccepted(present, { ...signed, signatures })
}
