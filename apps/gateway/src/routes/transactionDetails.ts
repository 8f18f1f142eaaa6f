import type { Address, Hex } from 'viem'
import { readSafeState } from '../commands/readSafeState.js'
import { type Context, getServedChain } from '../context.js'
import { NotFoundFailure, RuleFailure } from '../failures.js'
import { readCreation } from '../store/creations.js'
import { readModuleTransactionOf } from '../store/moduleTransactions.js'
import { readRivals, readTransaction } from '../store/transactions.js'
import { readTransferOf } from '../store/transferReads.js'
import {
  type DetailsWire,
  toCreationDetails,
  toModuleDetails,
  toMultisigDetails,
  toTransferDetails,
} from '../wire/transactionDetails.js'
import type { TransactionId } from '../wire/transactionId.js'
import { openBook, openBookOfCall } from './openBook.js'

/** Everything that can be asked for by an id of the wire. */
export async function readDetails(
  context: Context,
  parameters: { chainId: number; id: TransactionId },
): Promise<DetailsWire> {
  const { chainId, id } = parameters
  const { store } = context
  if (id.kind === 'multisig')
    return readTransactionDetails(context, { chainId, ...id })
  if (id.kind === 'module') return readModuleDetails(context, { chainId, id })
  if (id.kind === 'transfer')
    return readTransferDetails(context, { chainId, id })
  const creation = await readCreation(store, { chainId, safe: id.safe })
  if (!creation) throw new NotFoundFailure()
  return toCreationDetails(creation)
}

/** Everything about one transaction of owners. */
export async function readTransactionDetails(
  context: Context,
  parameters: { chainId: number; safeTxHash: Hex; safe?: Address | undefined },
): Promise<DetailsWire> {
  const { chainId, safeTxHash } = parameters
  const chain = getServedChain(context, chainId)
  const { config, store } = context
  const transaction = await readTransaction(store, { chainId, safeTxHash })
  if (!transaction) throw new NotFoundFailure()
  const { safe, fields } = transaction
  if (parameters.safe && safe !== parameters.safe)
    throw new RuleFailure('Invalid transaction ID', {
      status: 400,
      named: true,
    })
  const state = await readSafeState(context, { chainId, safe })
  const book = fields
    ? await openBookOfCall(context, {
        chainId,
        call: fields,
        others: [fields.gasToken],
      })
    : await openBook(context, { chainId, addresses: [] })
  const rivals = fields
    ? await readRivals(store, {
        chainId,
        safe,
        nonce: fields.nonce,
        safeTxHash,
      })
    : []
  return toMultisigDetails(
    { config, chain, book, state, now: Date.now() },
    { transaction, rivals },
  )
}

async function readModuleDetails(
  context: Context,
  parameters: {
    chainId: number
    id: Extract<TransactionId, { kind: 'module' }>
  },
): Promise<DetailsWire> {
  const { chainId, id } = parameters
  const chain = getServedChain(context, chainId)
  const found = await readModuleTransactionOf(context.store, { chainId, ...id })
  if (!found) throw new NotFoundFailure()
  const book = found.call
    ? await openBookOfCall(context, { chainId, call: found.call })
    : await openBook(context, { chainId, addresses: [] })
  return toModuleDetails({ chain, book }, found)
}

async function readTransferDetails(
  context: Context,
  parameters: {
    chainId: number
    id: Extract<TransactionId, { kind: 'transfer' }>
  },
): Promise<DetailsWire> {
  const { chainId, id } = parameters
  const found = await readTransferOf(context.store, { chainId, ...id })
  if (!found) throw new NotFoundFailure()
  const { token, from, to } = found
  const book = await openBook(context, {
    chainId,
    addresses: [from, to, ...(token ? [token] : [])],
  })
  return toTransferDetails(book, found)
}
