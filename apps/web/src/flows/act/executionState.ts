import {
  call,
  getTransaction as getGatewayTransaction,
  type TransactionDetails,
} from '@covault/api'
import { queryOptions } from '@tanstack/react-query'
import {
  type Hex,
  isAddressEqual,
  type Transaction,
  type TransactionReceipt,
} from 'viem'
import { pollInterval } from '../../lib/timing.js'
import type { SentExecution } from '../../preferences/sentExecutions.js'
import { gatewayItself, isAlone } from '../../queries/gateway.js'
import { safeAbi } from '../../trust/abis.js'
import { readSentCount } from '../../trust/accountState.js'
import { callContract } from '../../trust/callContract.js'
import {
  type ChainClient,
  type ChainConfig,
  createChainClient,
} from '../../trust/chainClient.js'
import { readHead } from '../../trust/head.js'
import {
  findReceipt,
  findSent,
  readSent,
} from '../../trust/sentTransactions.js'
import { findOutcome } from '../../understand/decode/outcome.js'
import { executionWords, writeOutOfGas } from '../../words/executions.js'
import { readRevert } from './execute.js'

/** What became of an execution, asked of the chain, then of the gateway. */
export type ExecutionState =
  /** Nobody has mined it. Lost: nobody will, and it can be executed again. */
  | { status: 'processing'; isLost: boolean }
  /** Another transaction of the sender took its place. */
  | { status: 'replaced'; isNonceUsed: boolean }
  /** Mined; the gateway has not told of it yet. */
  | (Mined & { status: 'indexing'; isSuccess: boolean })
  | (Mined & { status: 'success' })
  /** The safe ran it and one of its calls failed, or it was not run at all. */
  | (Mined & { status: 'failed'; reason: string | undefined })
  /** S52: what was mined is not what was shown. */
  | { status: 'different'; block: bigint }

type Mined = {
  block: bigint
  /** Another transaction than the last one that was sent ran it. */
  instead?: Hex
}

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

export function isDropped(state: ExecutionState | undefined): boolean {
  return state?.status === 'processing' && state.isLost
}

export async function readExecution(
  client: ChainClient,
  { chain, sent }: { chain: ChainConfig; sent: SentExecution },
): Promise<ExecutionState> {
  const own = await findReceipt(client, sent.transactionHash)
  const mined = own && (await readSent(client, sent.transactionHash))
  if (own && mined && !isAsShown(mined, sent))
    return { status: 'different', block: own.blockNumber }
  const run = (own && readRun(own, sent)) ?? (await findEarlier(client, sent))
  if (run) return judge(run, sent)
  if (!own || !mined) return readUnmined(client, { chain, sent })
  const told = await findTold(client, sent)
  if (told) return judge(told, sent)
  const reason = await findFailure(client, { sent, own, gas: mined.gas })
  return { status: 'failed', block: own.blockNumber, reason }
}

/** S52: of what was sent last; what the safe ran has its own hash. */
function isAsShown(
  mined: Pick<Transaction, 'to' | 'input'>,
  { to, data }: SentExecution,
): boolean {
  return (
    mined.to !== null && isAddressEqual(mined.to, to) && mined.input === data
  )
}

/** Tried again where it was mined, first without its own gas limit. */
async function findFailure(
  client: ChainClient,
  {
    sent: { from, to, data },
    own: { blockNumber, gasUsed },
    gas,
  }: { sent: SentExecution; own: TransactionReceipt; gas: bigint },
): Promise<string | undefined> {
  const block = blockNumber > 0n ? blockNumber - 1n : blockNumber
  const ask = { from, to, data, block }
  const reason = await readRevert(client, ask)
  if (reason !== undefined) return reason
  const isOutOfGas =
    gasUsed >= gas || (await readRevert(client, { ...ask, gas })) !== undefined
  return isOutOfGas ? writeOutOfGas(gas) : undefined
}

/** Where the safe ran it, no matter who sent that. */
type Run = { block: bigint; isSuccess: boolean; transactionHash: Hex }

function readRun(
  receipt: TransactionReceipt,
  sent: SentExecution,
): Run | undefined {
  const isSuccess = findOutcome(receipt, sent)
  if (isSuccess === undefined) return undefined
  const { blockNumber: block, transactionHash } = receipt
  return { block, isSuccess, transactionHash }
}

/** What was to be replaced may have been faster. */
async function findEarlier(
  client: ChainClient,
  sent: SentExecution,
): Promise<Run | undefined> {
  for (const hash of sent.earlier ?? []) {
    const receipt = await findReceipt(client, hash)
    const run = receipt && readRun(receipt, sent)
    if (run) return run
  }
  return undefined
}

/** Where the gateway says that it ran, if the chain says so too. */
async function findTold(
  client: ChainClient,
  sent: SentExecution,
): Promise<Run | undefined> {
  const told = await askGateway(sent)
  const receipt = told?.txHash && (await findReceipt(client, told.txHash))
  return receipt ? readRun(receipt, sent) : undefined
}

async function judge(
  { block, isSuccess, transactionHash }: Run,
  sent: SentExecution,
): Promise<ExecutionState> {
  const mined = {
    block,
    ...(transactionHash !== sent.transactionHash && {
      instead: transactionHash,
    }),
  }
  // A gateway that is away has not told of it: that is no failure.
  if (!isAlone && !(await askGateway(sent))?.executedAt)
    return { status: 'indexing', ...mined, isSuccess }
  return isSuccess
    ? { status: 'success', ...mined }
    : { status: 'failed', ...mined, reason: executionWords.callFailed }
}

async function readUnmined(
  client: ChainClient,
  { chain, sent }: { chain: ChainConfig; sent: SentExecution },
): Promise<ExecutionState> {
  const [known, count, head] = await Promise.all([
    findSent(client, sent.transactionHash),
    readSentCount(client, { sender: sent.from, block: 'latest' }),
    readHead(client, chain),
  ])
  if (count <= sent.senderNonce)
    return {
      status: 'processing',
      isLost: !known && Date.now() - sent.at > patience,
    }
  // A node may count it before it has its receipt, and between the questions
  // it may have been mined: what it still knows has not been replaced.
  if (known || (await findSent(client, sent.transactionHash)))
    return { status: 'processing', isLost: false }
  const nonce = await callContract(client, {
    address: sent.safe,
    abi: safeAbi,
    functionName: 'nonce',
    args: [],
    blockNumber: head.number,
  })
  const isNonceUsed = nonce > sent.nonce
  const told = isNonceUsed ? await findTold(client, sent) : undefined
  return told ? judge(told, sent) : { status: 'replaced', isNonceUsed }
}

async function askGateway({
  chainId,
  safeTxHash,
}: SentExecution): Promise<TransactionDetails | undefined> {
  try {
    return await call(gatewayItself, getGatewayTransaction, {
      params: { chainId, transactionId: safeTxHash },
      retryLimit: 0,
      timeout: 5000,
    })
  } catch {
    return undefined
  }
}
