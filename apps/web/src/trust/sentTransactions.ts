import { queryOptions } from '@tanstack/react-query'
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
import {
  type ChainClient,
  type ChainConfig,
  createChainClient,
} from './chainClient.js'
import { readAt } from './provenance.js'

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

/** Null: the network knows no such transaction. */
export function receiptQuery(chain: ChainConfig, hash: Hex) {
  return queryOptions({
    queryKey: ['receipt', chain.chainId, hash],
    queryFn: async () => {
      const client = createChainClient(chain)
      const receipt = (await findReceipt(client, hash)) ?? null
      const provenance = readAt(client, receipt?.blockNumber ?? 0n)
      return { receipt, provenance }
    },
    staleTime: 60_000,
  })
}
