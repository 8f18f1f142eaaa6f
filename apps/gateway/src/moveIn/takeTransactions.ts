import { buildSignatures, type SafeSignature } from '@covault/protocol'
import type { Address } from 'viem'
import { confirmTransaction } from '../commands/confirmTransaction.js'
import { readOrigin } from '../commands/proposalOrigin.js'
import { proposeTransaction } from '../commands/proposeTransaction.js'
import { toConfirmation } from '../commands/signers.js'
import { hashTransactionNow } from '../commands/transactionHash.js'
import type { Context } from '../context.js'
import { readTransaction } from '../store/transactions.js'
import { checkSignatures } from './checkSignatures.js'
import type { ToldTransaction } from './items.js'
import type { MovedSafe } from './movedSafe.js'
import { isRefusal } from './refusal.js'
import type { Report } from './report.js'

type Moving = {
  context: Context
  safe: MovedSafe
  report: Report
  /** Whether what no owner signed is left where it is. */
  leavesUnsigned?: boolean
}

/**
 * Takes one waiting transaction with its signatures, or says why not. Answers
 * with the owners who are proven to have signed it there.
 */
export async function takeTransaction(
  moving: Moving,
  told: ToldTransaction,
): Promise<Address[]> {
  const { safe, report } = moving
  const name = `${told.safeTxHash} (nonce ${told.nonce})`
  const refuse = (reason: string): Address[] => {
    report.refuse('Transactions', `${name}: ${reason}.`)
    return []
  }
  if (told.safe !== safe.address)
    return refuse(`it belongs to another safe, ${told.safe}`)
  if (told.nonce < safe.nonce)
    return refuse(`its nonce is used: the safe is at nonce ${safe.nonce}`)
  const hashed = hashTransactionNow(safe, toFields(told))
  if (!hashed) return refuse('its hash cannot be computed')
  if (hashed.hash !== told.safeTxHash)
    return refuse(`its fields give another hash, ${hashed.hash}`)
  const signatures = await checkSignatures({
    hash: told.safeTxHash,
    told: told.confirmations,
    owners: safe.owners,
    subject: `transaction ${name}`,
    report,
  })
  if (told.confirmations.length > 0 && signatures.length === 0)
    return refuse('none of its signatures is valid')
  const missing = await findMissing(moving, told, signatures)
  report.know('Signatures', signatures.length - missing.signatures.length)
  if (missing.isKnown && missing.signatures.length === 0)
    report.know('Transactions')
  else if (signatures.length > 0)
    await store(moving, { told, name, refuse, ...missing })
  else if (!moving.leavesUnsigned) await takeUnsigned(moving, told, refuse)
  return signatures.map(({ signer }) => signer)
}

/** What of it is not stored here yet. */
async function findMissing(
  { context, safe }: Moving,
  { safeTxHash }: ToldTransaction,
  signatures: readonly SafeSignature[],
): Promise<{ isKnown: boolean; signatures: SafeSignature[] }> {
  const { chainId } = safe
  const known = await readTransaction(context.store, { chainId, safeTxHash })
  // An approval on the chain is no signature that we have.
  const isThere = ({ signer }: SafeSignature) =>
    known?.confirmations.some(
      ({ owner, signature }) => owner === signer && signature !== null,
    )
  return {
    isKnown: known !== undefined,
    signatures: signatures.filter((signature) => !isThere(signature)),
  }
}

type Storing = {
  told: ToldTransaction
  name: string
  refuse(reason: string): unknown
  isKnown: boolean
  signatures: readonly SafeSignature[]
}

/** All signatures at once; where that is refused, each for itself. */
async function store(moving: Moving, storing: Storing): Promise<void> {
  const { report } = moving
  const { told, isKnown } = storing
  const signatures = orderBy(storing.signatures, told.proposer)
  const count = () =>
    isKnown ? report.know('Transactions') : report.take('Transactions')
  try {
    await propose(moving, told, signatures)
    count()
    return report.take('Signatures', signatures.length)
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (signatures.length === 1 && !isKnown)
      return void storing.refuse(error.message)
  }
  const isTaken = await storeEach(moving, { ...storing, signatures })
  if (isTaken || isKnown) count()
  else storing.refuse('none of its signatures is accepted')
}

async function storeEach(
  moving: Moving,
  { told, name, signatures, isKnown }: Storing,
): Promise<boolean> {
  const { context, safe, report } = moving
  let isStored = isKnown
  let taken = 0
  for (const each of signatures) {
    const { signature, owner } = toConfirmation(each)
    const { safeTxHash } = told
    try {
      if (isStored)
        await confirmTransaction(context, {
          chainId: safe.chainId,
          safeTxHash,
          signature,
        })
      else await propose(moving, told, [each])
      isStored = true
      taken++
    } catch (error) {
      if (!isRefusal(error)) throw error
      const reason = lowerFirst(error.message)
      report.refuse('Signatures', `${owner} on transaction ${name}: ${reason}`)
    }
  }
  report.take('Signatures', taken)
  return taken > 0
}

/** As anybody may: it waits a day for an owner to sign. */
async function takeUnsigned(
  moving: Moving,
  told: ToldTransaction,
  refuse: (reason: string) => unknown,
): Promise<void> {
  const { safe, report } = moving
  const { proposer } = told
  if (!proposer || !safe.owners.includes(proposer))
    return void refuse('no owner has signed it, and no owner proposed it')
  try {
    await propose(moving, told, [])
    report.take('Transactions')
    report.leave(
      'Signatures',
      `Transaction ${told.safeTxHash} (nonce ${told.nonce}) has no signature. An owner must sign it within a day, or it will be removed.`,
    )
  } catch (error) {
    if (!isRefusal(error)) throw error
    refuse(error.message)
  }
}

async function propose(
  { context, safe }: Moving,
  told: ToldTransaction,
  signatures: readonly SafeSignature[],
): Promise<void> {
  const [first] = signatures
  const sender = first?.signer ?? told.proposer
  if (!sender) return
  await proposeTransaction(context, {
    chainId: safe.chainId,
    safe: safe.address,
    proposal: {
      ...toFields(told),
      safeTxHash: told.safeTxHash,
      sender,
      signature: signatures.length > 0 ? buildSignatures(signatures) : null,
      origin: readTold(told.origin),
    },
    caller: { network: 'move-in', factor: 1 },
    session: undefined,
  })
}

function toFields(told: ToldTransaction) {
  const { to, value, data, operation, nonce, gasToken } = told
  const { safeTxGas, baseGas, gasPrice, refundReceiver } = told
  return {
    ...{ to, value, data, operation, nonce, gasToken },
    ...{ safeTxGas, baseGas, gasPrice, refundReceiver },
  }
}

/** Who proposed it there is the proposer here, if their signature is here. */
function orderBy(
  signatures: readonly SafeSignature[],
  proposer: Address | null | undefined,
): SafeSignature[] {
  return [...signatures].sort(
    (a, b) => Number(b.signer === proposer) - Number(a.signer === proposer),
  )
}

/** What the wire allows here; a longer one is left out. */
const longestOrigin = 200

function readTold(origin: string | null | undefined): string | null {
  if (!origin || origin === '{}' || origin.length > 10 * longestOrigin)
    return null
  const { origin: read } = readOrigin(origin)
  return read && read.length <= longestOrigin ? origin : null
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
