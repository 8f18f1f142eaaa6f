import type { TransactionProposal } from '@covault/api'
import {
  encodeSafeTransactionData,
  type SafeDomain,
  type SafeSignature,
  type SafeTransaction,
} from '@covault/protocol'
import { type Address, zeroAddress } from 'viem'
import { type Context, getServedChain } from '../context.js'
import { RuleFailure, StorageFailure } from '../failures.js'
import { findDelegators } from '../store/delegates.js'
import { type NewProposal, saveProposal } from '../store/proposals.js'
import { decideNow, type PresentSafe } from './presentSafe.js'
import { type ProposalOrigin, readOrigin } from './proposalOrigin.js'
import { readSafeState } from './readSafeState.js'
import {
  assertNotBlocked,
  invalidSignature,
  isAccepted,
  readSigners,
  toConfirmation,
} from './signers.js'
import { hashTransactionNow } from './transactionHash.js'

/** Unsigned proposals that may wait in one safe: anybody can send them. */
const mostUntrusted = 200

/** What the wire allows, and what is not even read. */
const longestOrigin = 200
const longestOriginText = 2_000

/**
 * Stores a transaction for the owners to sign, or adds signatures to it. The
 * chain decides at this moment who they are and what can still be executed.
 */
export async function proposeTransaction(
  context: Context,
  parameters: { chainId: number; safe: Address; proposal: TransactionProposal },
): Promise<void> {
  const { chainId, safe, proposal } = parameters
  const { access } = getServedChain(context, chainId)
  const transaction = toTransaction(proposal)
  const accepted = await decideNow(access.pool, safe, async (present) => {
    const domain = checkTransaction(present, { proposal, transaction })
    const signatures = await checkSignatures(context, present, {
      domain,
      transaction,
      proposal,
    })
    const proposer = await findProposer(context, present, proposal.sender)
    return { signatures, ...proposer }
  })
  const { origin, note } = checkOrigin(proposal.origin)
  await readSafeState(context, { chainId, safe })
  const { signatures, proposer, proposedByDelegate } = accepted
  const outcome = await saveProposal(
    context.store,
    {
      chainId,
      safe,
      safeTxHash: proposal.safeTxHash,
      fields: transaction,
      proposer,
      proposedByDelegate,
      origin,
      note,
      trusted: signatures.length > 0,
      confirmations: proposedByDelegate ? [] : signatures.map(toConfirmation),
    },
    { mostUntrusted },
  )
  if (outcome === 'tooMany')
    throw new RuleFailure('Too many unsigned proposals', { status: 429 })
}

function toTransaction(proposal: TransactionProposal): SafeTransaction {
  const { to, value, data, operation, nonce, gasToken } = proposal
  const { safeTxGas, baseGas, gasPrice, refundReceiver } = proposal
  return {
    to,
    value,
    data: data ?? '0x',
    operation,
    safeTxGas,
    baseGas,
    gasPrice,
    gasToken,
    refundReceiver: refundReceiver ?? zeroAddress,
    nonce,
  }
}

function checkTransaction(
  present: PresentSafe,
  parameters: { proposal: TransactionProposal; transaction: SafeTransaction },
): SafeDomain {
  const { proposal, transaction } = parameters
  if (transaction.nonce < present.nonce) throw new RuleFailure('Invalid nonce')
  const hashed = hashTransactionNow(present, transaction)
  if (!hashed) throw new RuleFailure('Could not calculate safeTxHash')
  if (hashed.hash !== proposal.safeTxHash)
    throw new RuleFailure('Invalid safeTxHash')
  return hashed.domain
}

async function checkSignatures(
  { config, store }: Context,
  present: PresentSafe,
  parameters: {
    domain: SafeDomain
    transaction: SafeTransaction
    proposal: TransactionProposal
  },
): Promise<SafeSignature[]> {
  const { domain, transaction, proposal } = parameters
  const { sender, signature, safeTxHash } = proposal
  if (signature === null) return []
  const { chainId, address: safe, owners } = present
  const signatures = await readSigners({
    hash: safeTxHash,
    blob: signature,
    // One more than can be right, so that a doubled one is called so.
    most: owners.length + 1,
  })
  assertNotBlocked(config.access.blockedAddresses, signatures)
  const signers = signatures.map(({ signer }) => signer)
  if (!signers.includes(sender)) throw invalidSignature()
  if (!signers.every((signer) => owners.includes(signer))) {
    const delegators = await findDelegators(store, {
      chainId,
      safe,
      delegate: sender,
      owners,
    })
    if (delegators.length === 0) throw invalidSignature()
    if (signers.length > 1)
      throw new StorageFailure(
        422,
        `A delegate signs alone, but there are ${signers.length} signatures.`,
      )
  }
  assertOnce(signers)
  const isGood = await isAccepted(present, {
    version: domain.version,
    hash: safeTxHash,
    preimage: encodeSafeTransactionData(domain, transaction),
    signatures,
  })
  if (!isGood)
    throw new StorageFailure(422, 'The chain does not accept the signature.')
  return signatures
}

function assertOnce(signers: readonly Address[]): void {
  const twice = signers.find((signer, at) => signers.indexOf(signer) !== at)
  if (twice)
    throw new StorageFailure(422, `More than one signature is by ${twice}.`)
}

type Proposer = Pick<NewProposal, 'proposer' | 'proposedByDelegate'>

async function findProposer(
  { store }: Context,
  { chainId, address: safe, owners }: PresentSafe,
  sender: Address,
): Promise<Proposer> {
  if (owners.includes(sender))
    return { proposer: sender, proposedByDelegate: null }
  const [delegator] = await findDelegators(store, {
    chainId,
    safe,
    delegate: sender,
    owners,
  })
  if (!delegator)
    throw new StorageFailure(
      422,
      `${sender} is neither an owner of the safe nor a delegate of one.`,
    )
  return { proposer: delegator, proposedByDelegate: sender }
}

function checkOrigin(text: string | null): ProposalOrigin {
  const tooLong = new StorageFailure(422, 'An error occurred')
  if (text && text.length > longestOriginText) throw tooLong
  const read = readOrigin(text)
  if (read.origin && read.origin.length > longestOrigin) throw tooLong
  return read
}
