import {
  encodeSafeTransactionData,
  type SafeTransaction,
} from '@covault/protocol'
import type { Hex } from 'viem'
import { type Context, getServedChain } from '../context.js'
import { NotFoundFailure, RuleFailure, StorageFailure } from '../failures.js'
import type { TransactionFields } from '../store/chainRows.js'
import type { NewConfirmation } from '../store/confirmations.js'
import { confirmProposal } from '../store/proposals.js'
import { readTransaction } from '../store/transactions.js'
import { decideNow, type PresentSafe } from './presentSafe.js'
import { readSafeState } from './readSafeState.js'
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
  const { store } = context
  const { access } = getServedChain(context, chainId)
  const known = await readTransaction(store, { chainId, safeTxHash })
  if (!known) throw new NotFoundFailure()
  const { safe, fields, execution } = known
  if (execution || !fields) throw new RuleFailure('Invalid nonce')
  const confirmation = await decideNow(access.pool, safe, (present) =>
    checkConfirmation(context, present, {
      safeTxHash,
      transaction: toTransaction(fields),
      signature,
    }),
  )
  await readSafeState(context, { chainId, safe })
  const confirmations = [confirmation]
  const isStored = await confirmProposal(store, {
    chainId,
    safe,
    safeTxHash,
    confirmations,
  })
  // Deleted or executed since it was read.
  if (!isStored) throw new NotFoundFailure()
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
  },
): Promise<NewConfirmation> {
  const { safeTxHash, transaction, signature } = parameters
  const { owners, nonce } = present
  if (transaction.nonce < nonce) throw new RuleFailure('Invalid nonce')
  const hashed = hashTransactionNow(present, transaction)
  // The safe may have changed to a version that hashes differently.
  if (hashed?.hash !== safeTxHash)
    throw new RuleFailure('Invalid safeTxHash', { status: 502 })
  const { domain } = hashed
  const signatures = await readSigners({
    hash: safeTxHash,
    blob: signature,
    most: 1,
  })
  assertNotBlocked(config.access.blockedAddresses, signatures)
  const [own] = signatures
  if (!own || !owners.includes(own.signer)) throw invalidSignature()
  const isGood = await isAccepted(present, {
    version: domain.version,
    hash: safeTxHash,
    preimage: encodeSafeTransactionData(domain, transaction),
    signatures,
  })
  if (!isGood) throw new StorageFailure(400, 'An error occurred')
  return toConfirmation(own)
}
