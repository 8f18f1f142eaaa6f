import {
  type Hex,
  type Transaction,
  TransactionNotFoundError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import {
  getTransaction,
  getTransactionReceipt,
  waitForTransactionReceipt,
} from 'viem/actions'
import type { ChainClient } from './chainClient.js'

/** Mined or waiting; fails where the node does not know it. */
export function readSent(client: ChainClient, hash: Hex): Promise<Transaction> {
  return getTransaction(client, { hash })
}

/** Undefined: the node does not know it. */
export async function findSent(
  client: ChainClient,
  hash: Hex,
): Promise<Transaction | undefined> {
  try {
    return await readSent(client, hash)
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return undefined
    throw error
  }
}

/** Fails where nobody has mined it. */
export function readReceipt(
  client: ChainClient,
  hash: Hex,
): Promise<TransactionReceipt> {
  return getTransactionReceipt(client, { hash })
}

/** Undefined: nobody has mined it. */
export async function findReceipt(
  client: ChainClient,
  hash: Hex,
): Promise<TransactionReceipt | undefined> {
  try {
    return await readReceipt(client, hash)
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return undefined
    throw error
  }
}

/** Looked for every second until it is mined. */
export function awaitReceipt(
  client: ChainClient,
  hash: Hex,
): Promise<TransactionReceipt> {
  return waitForTransactionReceipt(client, { hash, pollingInterval: 1000 })
}
