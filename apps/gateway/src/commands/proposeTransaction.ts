import type { TransactionProposal } from '@covault/api'
import {
  encodeSafeTransactionData,
  mostNoncesAhead,
  type SafeDomain,
  type SafeSignature,
  type SafeTransaction,
} from '@covault/protocol'
import { type Address, zeroAddress } from 'viem'
import type { Caller } from '../allowances.js'
import { type Context, getServedChain } from '../context.js'
import { RuleFailure, StorageFailure } from '../failures.js'
import { findDelegators } from '../store/delegates.js'
import type { Claim } from '../store/proposal.js'
import { saveProposal } from '../store/proposals.js'
import type { Session } from '../store/sessions.js'
import { ownsFollowedSafe } from '../store/slots.js'
import { readTransaction } from '../store/transactions.js'
import { isApprovalWaiting, type Unsigned } from '../store/unsigned.js'
import { hasSay } from './hasSay.js'
import { noteWrite } from './noteWrite.js'
import { decideNow, type PresentSafe } from './presentSafe.js'
import { type ProposalOrigin, readOrigin } from './proposalOrigin.js'
import { readSafeState } from './readSafeState.js'
import {
  assertRoom,
  assertSize,
  assertSmall,
  executedAlready,
  mostProposals,
} from './refusals.js'
import {
  assertFewQuestions,
  assertNotBlocked,
  invalidSignature,
  isAccepted,
  readSigners,
  toConfirmation,
} from './signers.js'
import { hashTransactionNow } from './transactionHash.js'

/** What the wire allows. */
const longestOrigin = 200

export type ProposalRequest = {
  chainId: number
  safe: Address
  proposal: TransactionProposal
  caller: Caller
  /** Who is signed in where the request comes from. */
  session: Session | undefined
}

/**
 * Stores a transaction for the owners to sign, or adds signatures to it. The
 * chain decides at this moment who they are and what can still be executed.
 */
export async function proposeTransaction(
  context: Context,
  parameters: ProposalRequest,
): Promise<void> {
  const { chainId, safe, proposal, caller } = parameters
  const { store, allowances } = context
  const { access } = getServedChain(context, chainId)
  const transaction = toTransaction(proposal)
  const isUnsigned = proposal.signature === null
  assertSize(transaction)
  const origin = checkOrigin(proposal.origin)
  // A session is of this chain: a contract may be another's elsewhere.
  const account =
    parameters.session?.chainId === chainId
      ? parameters.session.address
      : undefined
  if (isUnsigned && !account) await allowances.takeUnsigned(caller)
  if (isUnsigned && account && !(await isOwner(context, { chainId, account })))
    await allowances.assertUnsigned(caller)
  await allowances.assertWritable({ chainId, safe })
  const accepted = await decideNow(access.firstPool, safe, (present) =>
    decide(context, present, { proposal, transaction, account }),
  )
  if (isUnsigned && account && !accepted.vouchedBy)
    await allowances.takeUnsigned(caller)
  const unsigned = isUnsigned
    ? await readUnsigned(context, { chainId, proposal, accepted })
    : null
  if (unsigned && !unsigned.vouchedBy && !unsigned.awaited)
    assertSmall(transaction)
  const isOwners = !unsigned || unsigned.vouchedBy || unsigned.awaited
  const interest = isOwners ? 'proven' : 'looked'
  await readSafeState(context, { chainId, safe, interest })
  const { signatures, proposer, proposedByDelegate, nonce } = accepted
  const outcome = await saveProposal(
    store,
    {
      chainId,
      safe,
      safeTxHash: proposal.safeTxHash,
      fields: transaction,
      claim: isProven(accepted, proposal)
        ? { proposer, proposedByDelegate, ...origin }
        : null,
      isProvenAnew: Boolean(proposedByDelegate ?? accepted.vouchedBy),
      unsigned,
      confirmations: proposedByDelegate ? [] : signatures.map(toConfirmation),
    },
    { ...mostProposals, fromNonce: nonce },
  )
  const counted = !unsigned || unsigned.vouchedBy !== null
  if (outcome === 'stored') await noteWrite(context, { chainId, safe, counted })
  assertRoom(outcome, {
    proposedBy: proposedByDelegate ?? proposer,
    vouchedBy: accepted.vouchedBy,
  })
}

/** Of a safe that is followed: asks no node. */
function isOwner(
  { store }: Context,
  { chainId, account }: { chainId: number; account: Address },
): Promise<boolean> {
  return ownsFollowedSafe(store, { chainIds: [chainId], owner: account })
}

type Accepted = Proposer & {
  signatures: readonly SafeSignature[]
  /** Who is signed in and has a say in the sender. */
  vouchedBy: Address | null
  nonce: bigint
}

async function decide(
  context: Context,
  present: PresentSafe,
  parameters: {
    proposal: TransactionProposal
    transaction: SafeTransaction
    account: Address | undefined
  },
): Promise<Accepted> {
  const { proposal, transaction, account } = parameters
  const { sender } = proposal
  await checkNonce(context, present, { proposal })
  const domain = checkHash(present, { proposal, transaction })
  const signatures = await checkSignatures(context, present, {
    domain,
    transaction,
    proposal,
  })
  const proposer = await findProposer(context, present, sender)
  const isVouched =
    account && (await hasSay(present, { account, owner: sender }))
  const vouchedBy = isVouched ? account : null
  return { signatures, vouchedBy, nonce: present.nonce, ...proposer }
}

async function readUnsigned(
  { store }: Context,
  parameters: {
    chainId: number
    proposal: TransactionProposal
    accepted: Accepted
  },
): Promise<Unsigned> {
  const { chainId, proposal, accepted } = parameters
  const { sender: owner, safeTxHash } = proposal
  return {
    owner,
    vouchedBy: accepted.vouchedBy,
    awaited: await isApprovalWaiting(store, { chainId, owner, safeTxHash }),
  }
}

/**
 * Whether the request comes from its sender. What lies on the chain proves
 * that an owner agrees, but anybody can tell of it.
 */
function isProven(
  { signatures, vouchedBy }: Accepted,
  { sender }: TransactionProposal,
): boolean {
  const own = signatures.find(({ signer }) => signer === sender)
  if (vouchedBy) return true
  if (!own || own.kind === 'approvedHash') return false
  return own.kind !== 'contract' || own.data !== '0x'
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

async function checkNonce(
  { store }: Context,
  { chainId, address: safe, nonce: current }: PresentSafe,
  { proposal }: { proposal: TransactionProposal },
): Promise<void> {
  const { nonce, safeTxHash } = proposal
  if (nonce < current) {
    const known = await readTransaction(store, { chainId, safeTxHash })
    throw known?.execution && known.safe === safe
      ? executedAlready()
      : new RuleFailure('Invalid nonce')
  }
  const highest = current + mostNoncesAhead
  if (nonce > highest)
    throw new StorageFailure(
      422,
      `Nonce ${nonce} is more than ${mostNoncesAhead} ahead of the safe, which is at ${current}. Choose ${highest} or a lower one.`,
    )
}

function checkHash(
  present: PresentSafe,
  parameters: { proposal: TransactionProposal; transaction: SafeTransaction },
): SafeDomain {
  const { proposal, transaction } = parameters
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
        `A proposer signs alone, but the proposal has ${signers.length} signatures.`,
      )
  }
  assertOnce(signers)
  assertFewQuestions(signatures)
  const isGood = await isAccepted(present, {
    version: domain.version,
    hash: safeTxHash,
    preimage: encodeSafeTransactionData(domain, transaction),
    signatures,
  })
  if (!isGood)
    throw new StorageFailure(422, 'The signature is not valid on the chain.')
  return signatures
}

function assertOnce(signers: readonly Address[]): void {
  const twice = signers.find((signer, at) => signers.indexOf(signer) !== at)
  if (twice)
    throw new StorageFailure(422, `More than one signature is by ${twice}.`)
}

type Proposer = Pick<Claim, 'proposer' | 'proposedByDelegate'>

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
      `${sender} is neither an owner nor a proposer of the safe.`,
    )
  return { proposer: delegator, proposedByDelegate: sender }
}

/** What is not even read: taking markup out of it would take long. */
const longestOriginText = 2_000

function checkOrigin(text: string | null): ProposalOrigin {
  const isRead = (text?.length ?? 0) <= longestOriginText
  const read = isRead ? readOrigin(text) : { origin: text, note: null }
  const length = read.origin?.length ?? 0
  if (length > longestOrigin)
    throw new StorageFailure(
      422,
      `The origin has ${length} characters; the maximum is ${longestOrigin}. Shorten its name, address or note.`,
    )
  return read
}
