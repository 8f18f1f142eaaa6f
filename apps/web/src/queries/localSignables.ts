import type {
  Message,
  SafeReference,
  TransactionDetails,
  TransactionSummary,
} from '@covault/api'
import { type Address, type Hex, isHash } from 'viem'
import { writeTransactionId } from '../lib/transactionId.js'
import {
  type LocalMessage,
  type LocalSignature,
  type LocalTransaction,
  listOfSafe,
  localMessages,
  localTransactions,
  nameLocal,
} from '../preferences/localQueue.js'
import type { ClaimedConfirmation } from '../trust/confirmations.js'
import { isSameSignature } from '../trust/signables/claimedSignature.js'

/**
 * What only this browser has, in the form in which the gateway tells of such
 * things: whatever shows, checks and signs the gateway's does so with these,
 * and believes them no more.
 */
export function readLocalTransaction(
  { chainId, address: safe }: SafeReference,
  id: string,
): Promise<LocalTransaction | undefined> {
  // The id of what owners sign ends with its hash.
  const hash = id.split('_').at(-1) ?? ''
  return isHash(hash)
    ? localTransactions.read(nameLocal({ chainId, safe }, hash))
    : Promise.resolve(undefined)
}

export function readLocalMessage(
  { chainId, address: safe }: SafeReference,
  hash: Hex,
): Promise<LocalMessage | undefined> {
  return localMessages.read(nameLocal({ chainId, safe }, hash))
}

/**
 * Nobody says: of a copy how many signatures it takes, which the chain does; of
 * a signature that was made elsewhere, when.
 */
export const unsaid = -1

export function summariseLocal(
  local: LocalTransaction,
  threshold: number,
): TransactionSummary {
  const { safe, safeTxHash, transaction, at, app, note } = local
  return {
    id: writeTransactionId({ safe, safeTxHash }),
    txHash: null,
    timestamp: at,
    txStatus: 'AWAITING_CONFIRMATIONS',
    txInfo: sayNothing,
    executionInfo: {
      type: 'MULTISIG',
      nonce: transaction.nonce,
      confirmationsRequired: threshold,
      confirmationsSubmitted: listCounted(local).length,
      missingSigners: null,
    },
    safeAppInfo: app ? { ...app, logoUri: null } : null,
    note: note || null,
  }
}

/** What else of this browser is meant for a nonce. */
export async function listLocalAt(
  place: SafeReference,
  nonce: bigint,
): Promise<TransactionSummary[]> {
  return listOfSafe(await localTransactions.list(), place)
    .filter(({ transaction }) => transaction.nonce === nonce)
    .map((one) => summariseLocal(one, unsaid))
}

export function detailLocal(local: LocalTransaction): TransactionDetails {
  const { safe, safeTxHash, transaction, app, note } = local
  return {
    safeAddress: safe,
    txId: writeTransactionId({ safe, safeTxHash }),
    executedAt: null,
    txStatus: 'AWAITING_CONFIRMATIONS',
    txInfo: sayNothing,
    txData: {
      hexData: transaction.data,
      dataDecoded: null,
      to: toInfo(transaction.to),
      value: transaction.value,
      operation: transaction.operation,
      trustedDelegateCallTarget: null,
      addressInfoIndex: null,
      tokenInfoIndex: null,
    },
    detailedExecutionInfo: {
      type: 'MULTISIG',
      submittedAt: unsaid,
      nonce: transaction.nonce,
      safeTxGas: transaction.safeTxGas,
      baseGas: transaction.baseGas,
      gasPrice: transaction.gasPrice,
      gasToken: transaction.gasToken,
      fee: null,
      payment: null,
      refundReceiver: toInfo(transaction.refundReceiver),
      safeTxHash,
      executor: null,
      signers: [],
      confirmationsRequired: unsaid,
      confirmations: listCounted(local).map(toConfirmation),
      rejectors: null,
      gasTokenInfo: null,
      trusted: true,
      proposer: null,
      proposedByDelegate: null,
    },
    txHash: null,
    safeAppInfo: app ? { ...app, logoUri: null } : null,
    note: note || null,
  }
}

/** The gateway's answer with the signatures that it does not have. */
export function joinTransaction(
  details: TransactionDetails,
  local: LocalTransaction,
): TransactionDetails {
  const execution = details.detailedExecutionInfo
  const note = details.note ?? (local.note || null)
  // That it was executed is the gateway's word, which the chain may contradict.
  if (execution?.type !== 'MULTISIG') return { ...details, note }
  const own = listOwn(
    local,
    execution.confirmations.map(({ signer, signature, submittedAt: at }) => ({
      signer: signer.value,
      signature,
      ...(at !== unsaid && { at }),
    })),
  )
  return {
    ...details,
    note,
    detailedExecutionInfo: {
      ...execution,
      confirmations: [
        ...execution.confirmations.filter(({ signer }) =>
          own.every((one) => one.signer !== signer.value),
        ),
        ...own.map(toConfirmation),
      ],
    },
  }
}

/** The gateway's answer as it was before this browser's own joined it. */
export function leaveOutOwn(joined: TransactionDetails): TransactionDetails {
  const execution = joined.detailedExecutionInfo
  if (execution?.type !== 'MULTISIG') return joined
  const confirmations: readonly JoinedConfirmation[] = execution.confirmations
  return {
    ...joined,
    detailedExecutionInfo: {
      ...execution,
      confirmations: confirmations.flatMap((one) => {
        if (!one.isKept) return one
        if (!one.told) return []
        const { signer, signature, at: submittedAt = unsaid } = one.told
        return { signer: toInfo(signer), signature, submittedAt }
      }),
    },
  }
}

type JoinedConfirmation = MultisigExecution['confirmations'][number] &
  Pick<ClaimedConfirmation, 'isKept' | 'told'>

type MultisigExecution = Extract<
  TransactionDetails['detailedExecutionInfo'],
  { type: 'MULTISIG' }
>

/** The copy's content, where other bytes are told under its hash. */
export function restoreTransaction(
  told: TransactionDetails,
  local: LocalTransaction,
): TransactionDetails {
  const { detailedExecutionInfo: claimed } = told
  const copy = detailLocal({ ...local, signatures: [] })
  const { detailedExecutionInfo: execution } = copy
  if (claimed?.type !== 'MULTISIG' || execution?.type !== 'MULTISIG')
    return joinTransaction(copy, local)
  const { confirmations } = claimed
  const detailedExecutionInfo = { ...execution, confirmations }
  return joinTransaction({ ...copy, detailedExecutionInfo }, local)
}

export function detailLocalMessage(local: LocalMessage): Message {
  const { content, messageHash, signatures, at, app } = local
  const [first] = signatures
  return {
    messageHash,
    status: 'NEEDS_CONFIRMATION',
    logoUri: null,
    name: app?.name ?? null,
    message: content as Message['message'],
    creationTimestamp: at,
    modifiedTimestamp: at,
    confirmationsSubmitted: listCounted(local).length,
    confirmationsRequired: unsaid,
    proposedBy: toInfo(first?.signer ?? local.safe),
    confirmations: listCounted(local).map(toMessageConfirmation),
    preparedSignature: null,
    origin: app ? JSON.stringify(app) : null,
  }
}

export function joinMessage(message: Message, local: LocalMessage): Message {
  const own = listOwn(
    local,
    message.confirmations.map(({ owner, signature }) => ({
      signer: owner.value,
      signature,
    })),
  )
  return {
    ...message,
    confirmations: [
      ...message.confirmations.filter(({ owner }) =>
        own.every((one) => one.signer !== owner.value),
      ),
      ...own.map(toMessageConfirmation),
    ],
  }
}

/** The copy's words, where others are told under its hash. */
export function restoreMessage(told: Message, local: LocalMessage): Message {
  const { confirmations } = told
  return joinMessage({ ...detailLocalMessage(local), confirmations }, local)
}

type Told = NonNullable<ClaimedConfirmation['told']>

type Own = LocalSignature & { told?: Told }

/**
 * What the gateway does not have, byte for byte. It takes the place of what
 * the gateway says under the same name, which stays at hand: it was checked
 * when it was kept, and is checked again with the others.
 */
function listOwn(
  local: Pick<LocalTransaction, 'signatures'>,
  claims: readonly Told[],
): Own[] {
  return listCounted(local)
    .filter((one) => !claims.some((claim) => isSameSignature(claim, one)))
    .map((one) => {
      const told = claims.find(({ signer }) => signer === one.signer)
      return { ...one, ...(told && { told }) }
    })
}

/** What came late waits for its owner's word; who proposes does not sign. */
export function listCounted({
  signatures,
}: Pick<LocalTransaction, 'signatures'>): LocalSignature[] {
  return signatures.filter(({ isLate, isProposer }) => !isLate && !isProposer)
}

function toConfirmation({ signer, signature, at, isBrought, told }: Own) {
  const submittedAt = isBrought ? unsaid : at
  const kept = { isKept: true, ...(told && { told }) }
  return { signer: toInfo(signer), signature, submittedAt, ...kept }
}

function toMessageConfirmation({ signer, signature, told }: Own) {
  const kept = { isKept: true, ...(told && { told }) }
  return { owner: toInfo(signer), signature, ...kept }
}

function toInfo(value: Address) {
  return { value, name: null, logoUri: null }
}

/** What it does, its bytes say. */
const sayNothing = {
  type: 'UNKNOWN',
  wireType: 'local',
  humanDescription: 'Transaction',
} as const
