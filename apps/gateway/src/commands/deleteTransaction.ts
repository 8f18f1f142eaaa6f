import {
  BaseError,
  getAcceptedDeleteRequestHashes,
  identifySigner,
  parseSignatures,
} from '@covault/protocol'
import type { Address, Hex } from 'viem'
import { type Context, getServedChain } from '../context.js'
import { NotFoundFailure, StorageFailure } from '../failures.js'
import { findDelegators } from '../store/delegates.js'
import { deleteProposal, listWithdrawn } from '../store/proposals.js'
import type { MultisigTransaction } from '../store/transactionRows.js'
import { readTransaction } from '../store/transactions.js'
import { noteWrite } from './noteWrite.js'
import { decideNow } from './presentSafe.js'

/** Takes a proposal out of the queue, for the one who has put it there. */
export async function deleteTransaction(
  context: Context,
  parameters: { chainId: number; safeTxHash: Hex; signature: Hex },
): Promise<void> {
  const { chainId, safeTxHash, signature } = parameters
  const { store, allowances } = context
  const { access } = getServedChain(context, chainId)
  const known = await readTransaction(store, { chainId, safeTxHash })
  if (!known) throw new NotFoundFailure()
  const { safe, execution, fields } = known
  if (execution || !fields) throw cannotDelete('it was executed')
  await allowances.assertWritable({ chainId, safe })
  const { nonce } = await decideNow(access.firstPool, safe, async (now) => now)
  if (fields.nonce < nonce) throw cannotDelete('its nonce is used')
  const signers = await recoverSigners({
    hashes: getAcceptedDeleteRequestHashes({
      chainId,
      safe,
      safeTxHash,
      unixSeconds: Date.now() / 1000,
    }),
    signature,
  })
  const entitled = await listEntitled(context, { chainId, known })
  if (!signers.some((signer) => entitled.includes(signer)))
    throw cannotDelete(
      'the signature is not by its proposer, or is older than an hour',
    )
  if (!(await deleteProposal(store, { chainId, safe, safeTxHash })))
    throw new NotFoundFailure()
  await noteWrite(context, { chainId, safe })
}

function cannotDelete(reason: string): StorageFailure {
  return new StorageFailure(
    400,
    `The transaction cannot be deleted: ${reason}.`,
  )
}

/**
 * The proposer, and the delegate who did it as long as it is one. What
 * somebody brought back after it was deleted has none: those who had signed
 * it delete it again.
 */
async function listEntitled(
  { store }: Context,
  parameters: { chainId: number; known: MultisigTransaction },
): Promise<Address[]> {
  const { chainId, known } = parameters
  const { safe, safeTxHash, proposer, proposedByDelegate: delegate } = known
  if (!proposer) {
    const before = await listWithdrawn(store, { chainId, safeTxHash })
    if (before.length === 0) throw cannotDelete('its proposer is unknown')
    return before
  }
  if (!delegate) return [proposer]
  const owners = [proposer]
  const delegators = await findDelegators(store, {
    chainId,
    safe,
    delegate,
    owners,
  })
  return delegators.length > 0 ? [proposer, delegate] : [proposer]
}

/** Only keys sign such requests: a single signature of 65 bytes. */
async function recoverSigners(parameters: {
  hashes: readonly Hex[]
  signature: Hex
}): Promise<Address[]> {
  try {
    const [part, ...more] = parseSignatures(parameters.signature)
    if (!part || more.length > 0) return []
    if (part.kind !== 'ecdsa' && part.kind !== 'ethSign') return []
    const signatures = await Promise.all(
      parameters.hashes.map((hash) => identifySigner({ hash, part })),
    )
    return signatures.map(({ signer }) => signer)
  } catch (error) {
    if (error instanceof BaseError) return []
    throw error
  }
}
