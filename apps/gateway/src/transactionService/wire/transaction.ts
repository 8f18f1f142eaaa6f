import type { EndpointWire } from '@covault/api'
import type {
  getServiceTransaction,
  getServiceTransactionV1,
  listServiceConfirmations,
} from '@covault/api/transaction-service'
import { buildSignatures } from '@covault/protocol'
import type { Hex } from 'viem'
import type { Fee } from '../../store/fees.js'
import type { StoredState } from '../../store/safeStates.js'
import type {
  Confirmation,
  MultisigTransaction,
} from '../../store/transactionRows.js'
import type { ChainBook } from '../../wire/chainBook.js'
import { listConfirmations } from '../../wire/confirmations.js'
import { getRequired } from '../../wire/transactionStatus.js'
import { writeDate } from '../writeJson.js'
import { toDecoded } from './decoded.js'

export type TransactionWire = EndpointWire<typeof getServiceTransaction>
export type TransactionWireV1 = EndpointWire<typeof getServiceTransactionV1>
type ConfirmationWire = EndpointWire<
  typeof listServiceConfirmations
>['results'][number]

type Reading = { book: ChainBook; state: Pick<StoredState, 'threshold'> }

/** A transaction whose content is known; others cannot be told. */
export type KnownTransaction = MultisigTransaction & {
  fields: NonNullable<MultisigTransaction['fields']>
}

export function isKnown(
  transaction: MultisigTransaction,
): transaction is KnownTransaction {
  return transaction.fields !== null
}

export async function toTransaction(
  reading: Reading,
  transaction: KnownTransaction,
): Promise<TransactionWire> {
  const { fields } = transaction
  return {
    ...(await toCommon(reading, transaction)),
    nonce: String(fields.nonce),
    safeTxGas: String(fields.safeTxGas),
    baseGas: String(fields.baseGas),
  }
}

export async function toTransactionV1(
  reading: Reading,
  transaction: KnownTransaction,
): Promise<TransactionWireV1> {
  const { nonce, safeTxGas, baseGas } = transaction.fields
  return {
    ...(await toCommon(reading, transaction)),
    nonce,
    safeTxGas,
    baseGas,
  }
}

async function toCommon(
  { book, state }: Reading,
  transaction: KnownTransaction,
): Promise<Omit<TransactionWire, 'nonce' | 'safeTxGas' | 'baseGas'>> {
  const { safe, fields, execution, submittedAt, modifiedAt } = transaction
  const known = submittedAt ?? execution?.executedAt ?? new Date(0)
  return {
    safe,
    to: fields.to,
    value: String(fields.value),
    data: fields.data === '0x' ? null : fields.data,
    operation: fields.operation,
    gasToken: fields.gasToken,
    gasPrice: String(fields.gasPrice),
    refundReceiver: fields.refundReceiver,
    executionDate: execution && writeDate(execution.executedAt),
    submissionDate: writeDate(known),
    modified: writeDate(modifiedAt ?? known),
    blockNumber: execution && Number(execution.blockNumber),
    transactionHash: execution?.txHash ?? null,
    safeTxHash: transaction.safeTxHash,
    proposer: transaction.proposer,
    proposedByDelegate: transaction.proposedByDelegate,
    executor: execution?.executor ?? null,
    isExecuted: execution !== null,
    isSuccessful: execution?.success ?? null,
    ...toGasFacts(execution?.fee ?? null),
    payment: execution && String(execution.payment),
    origin: transaction.origin ?? '{}',
    dataDecoded: toDecoded(book, fields, safe),
    confirmationsRequired: getRequired(transaction, state),
    confirmations: await toConfirmations(transaction),
    trusted: transaction.trusted,
    signatures: execution?.signatures ?? null,
  }
}

function toGasFacts(fee: Fee | null) {
  const write = (value: bigint | null | undefined) =>
    value === null || value === undefined ? null : String(value)
  return {
    ethGasPrice: write(fee?.gasPrice),
    maxFeePerGas: write(fee?.maxFee),
    maxPriorityFeePerGas: write(fee?.maxPriorityFee),
    gasUsed: fee && Number(fee.gasUsed),
    fee: fee && String(fee.total),
  }
}

export async function toConfirmations(
  transaction: MultisigTransaction,
): Promise<ConfirmationWire[]> {
  const { confirmations } = transaction
  const all = await listConfirmations(transaction)
  return all.map((confirmation, at) => ({
    owner: confirmation.owner,
    submissionDate: writeDate(confirmation.submittedAt),
    transactionHash: null,
    signature: writeSignature(confirmation, {
      stored: at < confirmations.length,
    }),
    signatureType: signatureTypes[confirmation.kind],
  }))
}

/** As the contract takes it alone; of an approval, what replaces it. */
function writeSignature(
  { owner: signer, kind, signature }: Confirmation,
  { stored }: { stored: boolean },
): Hex {
  if (kind === 'approvedHash' || signature === null)
    return buildSignatures([{ kind: 'approvedHash', signer }])
  // What the contract accepted is told by its inner bytes.
  return stored
    ? signature
    : buildSignatures([{ kind, signer, data: signature }])
}

export const signatureTypes = {
  contract: 'CONTRACT_SIGNATURE',
  approvedHash: 'APPROVED_HASH',
  ecdsa: 'EOA',
  ethSign: 'ETH_SIGN',
} as const
