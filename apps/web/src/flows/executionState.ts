import { call, getTransaction as getGatewayTransaction } from '@covault/api'
import { decodeLog } from '@covault/protocol'
import { queryOptions } from '@tanstack/react-query'
import {
  type Hex,
  isAddressEqual,
  TransactionNotFoundError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import { getTransaction, getTransactionReceipt } from 'viem/actions'
import { pollInterval } from '../lib/timing.js'
import type { SentExecution } from '../preferences/sentExecutions.js'
import { gateway } from '../queries/gateway.js'
import { safeAbi } from '../trust/abis.js'
import { callContract } from '../trust/callContract.js'
import {
  type ChainClient,
  type ChainConfig,
  createChainClient,
} from '../trust/chainClient.js'
import { readHead } from '../trust/head.js'
import { readRevert } from './execute.js'

/** What became of an execution, asked of the chain, then of the gateway. */
export type ExecutionState =
  /** Nobody has mined it; a node that does not know it may have dropped it. */
  | { status: 'processing'; isKnown: boolean }
  /** Another transaction of the sender took its place. */
  | { status: 'replaced'; isNonceUsed: boolean }
  /** Mined; the gateway has not told of it yet. */
  | { status: 'indexing'; block: bigint; isSuccess: boolean }
  | { status: 'success'; block: bigint }
  /** The safe ran it and one of its calls failed, or it was not run at all. */
  | { status: 'failed'; block: bigint; reason: string | undefined }
  /** S52: what was mined is not what was shown. */
  | { status: 'different'; block: bigint }

const lookInterval = 1000

/** A node that does not know it by then has dropped it. */
const patience = 60_000

export function executionQuery(chain: ChainConfig, sent: SentExecution) {
  return queryOptions({
    // One transaction can execute several of the safe's.
    queryKey: [
      'execution',
      sent.chainId,
      sent.transactionHash,
      sent.safeTxHash,
    ],
    queryFn: () => readExecution(createChainClient(chain), { chain, sent }),
    refetchInterval: ({ state: { data } }) => {
      if (!data) return lookInterval
      if (data.status === 'processing' || data.status === 'indexing')
        return lookInterval
      // The block can still be replaced by one without it.
      return data.status === 'success' ? pollInterval : false
    },
  })
}

/** Nobody will mine it: it can be executed again. */
export function isDropped(
  state: ExecutionState | undefined,
  { at }: SentExecution,
): boolean {
  return (
    state?.status === 'processing' &&
    !state.isKnown &&
    Date.now() - at > patience
  )
}

export async function readExecution(
  client: ChainClient,
  { chain, sent }: { chain: ChainConfig; sent: SentExecution },
): Promise<ExecutionState> {
  const receipt = await findReceipt(client, sent.transactionHash)
  if (!receipt) return readUnmined(client, { chain, sent })
  const block = receipt.blockNumber
  const mined = await getTransaction(client, { hash: sent.transactionHash })
  const isAsShown =
    mined.to !== null &&
    isAddressEqual(mined.to, sent.to) &&
    mined.input === sent.data
  if (!isAsShown) return { status: 'different', block }
  const outcome = findOutcome(receipt, sent)
  if (outcome === undefined) {
    const { from, to, data } = sent
    const before = block > 0n ? block - 1n : block
    const reason = await readRevert(client, { from, to, data, block: before })
    return { status: 'failed', block, reason }
  }
  if (!(await isIndexed(sent)))
    return { status: 'indexing', block, isSuccess: outcome }
  return outcome
    ? { status: 'success', block }
    : { status: 'failed', block, reason: 'One of its calls failed.' }
}

/** Undefined: the safe did not run it. */
function findOutcome(
  { status, logs }: TransactionReceipt,
  { safe, safeTxHash }: SentExecution,
): boolean | undefined {
  if (status === 'reverted') return undefined
  for (const log of logs) {
    if (!isAddressEqual(log.address, safe)) continue
    const event = decodeLog(log)
    if (!event || !('safeTxHash' in event)) continue
    if (event.safeTxHash !== safeTxHash) continue
    if (event.type === 'executionSuccess') return true
    if (event.type === 'executionFailure') return false
  }
  return undefined
}

async function readUnmined(
  client: ChainClient,
  { chain, sent }: { chain: ChainConfig; sent: SentExecution },
): Promise<ExecutionState> {
  const [isKnown, count, head] = await Promise.all([
    isKnownToNode(client, sent.transactionHash),
    client.request({
      method: 'eth_getTransactionCount',
      params: [sent.from, 'latest'],
    }),
    readHead(client, chain),
  ])
  if (Number(count) <= sent.senderNonce)
    return { status: 'processing', isKnown }
  // Between the two questions it may have been mined after all.
  if (await findReceipt(client, sent.transactionHash))
    return { status: 'processing', isKnown: true }
  const nonce = await callContract(client, {
    address: sent.safe,
    abi: safeAbi,
    functionName: 'nonce',
    args: [],
    blockNumber: head.number,
  })
  return { status: 'replaced', isNonceUsed: nonce > sent.nonce }
}

async function findReceipt(
  client: ChainClient,
  hash: Hex,
): Promise<TransactionReceipt | undefined> {
  try {
    return await getTransactionReceipt(client, { hash })
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return undefined
    throw error
  }
}

async function isKnownToNode(client: ChainClient, hash: Hex): Promise<boolean> {
  try {
    await getTransaction(client, { hash })
    return true
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return false
    throw error
  }
}

/** A gateway that is away has not told of it: that is no failure. */
async function isIndexed({
  chainId,
  safeTxHash,
}: SentExecution): Promise<boolean> {
  try {
    const details = await call(gateway, getGatewayTransaction, {
      params: { chainId, transactionId: safeTxHash },
      retryLimit: 0,
      timeout: 5000,
    })
    return details.executedAt !== null
  } catch {
    return false
  }
}
