import type { Movement } from '../queries/movements.js'
import { movementsOfQuery } from '../queries/movements.js'
import { transactionQuery } from '../queries/transactions.js'
import { receiptQuery } from '../trust/sentTransactions.js'
import {
  compareMovements,
  type MovementFlaw,
} from '../understand/decode/compareMovements.js'
import { readTransaction } from '../understand/decode/readTransaction.js'
import { createCache, nameError, openPlace } from './reviewInNode.js'

/** What an opened row says moved, and what is said of it. */
export type MovementReading =
  | { kind: 'open'; flaw: MovementFlaw | undefined; shown: string }
  | { kind: 'schema' | 'other'; words: string }

/** The movements of an executed transaction as its details compare them. */
export async function openMovements(asked: {
  safe: string
  id: string
}): Promise<MovementReading> {
  const cache = createCache()
  try {
    const { chain, address, safe } = await openPlace(cache, asked.safe)
    const { chainId } = chain
    const details = await cache.fetchQuery(
      transactionQuery({ chainId, address, id: asked.id }),
    )
    const { txHash, txId: id } = details
    if (!txHash) return { kind: 'other', words: 'It is not executed.' }
    const { call, signed } = readTransaction(details, {
      ...{ chainId, address, version: safe.version },
    })
    const movements = await cache.fetchQuery(
      movementsOfQuery({ chainId, address }, txHash),
    )
    const { receipt } = await cache.fetchQuery(receiptQuery(chain, txHash))
    if (!receipt) return { kind: 'other', words: 'There is no receipt.' }
    const refund = signed && {
      token: signed.transaction.gasToken,
      receiver: signed.transaction.refundReceiver,
    }
    return {
      kind: 'open',
      flaw: compareMovements(movements, {
        ...{ safe: address, receipt, call, id, refund },
      }),
      shown: JSON.stringify(movements.map(toShown), (_, value) =>
        typeof value === 'bigint' ? String(value) : value,
      ),
    }
  } catch (error) {
    return { kind: nameError(error), words: String(error) }
  } finally {
    cache.clear()
  }
}

/** Decimals and symbols are read from the chain, and fees from the receipt. */
function toShown(movement: Movement) {
  const { sender, recipient, direction, cause, transactionId } = movement
  const { transferInfo: info } = movement
  return {
    ...{ sender: sender.value, recipient: recipient.value, direction },
    ...{ cause, transactionId, type: info.type },
    token: 'tokenAddress' in info ? info.tokenAddress : null,
    value: 'value' in info ? info.value : null,
    tokenId: 'tokenId' in info ? [info.tokenId, info.quantity] : null,
  }
}
