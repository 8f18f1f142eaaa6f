import { type Address, toHex, zeroAddress, zeroHash } from 'viem'
import {
  type ChainBlock,
  getBlockByNumber,
  getLatestBlock,
  toQuantity,
} from '../chain/blocks.js'
import { getSafeFilters } from '../chain/fetchLogs.js'
import { findCreationBlock } from '../chain/findCreation.js'
import { largestRange } from '../chain/limits/ranges.js'
import type { RpcEndpoint } from '../chain/rpcEndpoint.js'
import {
  RpcAnswerError,
  RpcInconsistentError,
  RpcUnavailableError,
} from '../chain/rpcErrors.js'
import { isBusy, openQuestions, type Questions } from './questions.js'

/** What one RPC endpoint can do. */
export type Examination =
  | { status: 'unusable'; problem: Problem }
  | ({ status: 'usable' } & Abilities)

export type Problem =
  | { type: 'wrongChain'; answered: number }
  | { type: 'keyRefused' }
  | { type: 'busy' }
  | { type: 'silent'; reason: string }

export type Abilities = {
  head: ChainBlock
  latencyMs: number
  finalized: boolean
  archive: boolean
  batch: boolean
  logsByHash: boolean
  receipts: boolean
  traces: boolean
  /** Blocks that one question for logs may span; undefined: not even one. */
  range: bigint | undefined
  /** Whether one question for logs may name many safes. */
  longLists: boolean
  /** How many of this many questions at once were refused, or not known. */
  burst: { sent: number; refused: number; unknown: number; seconds: number }
  slowDowns: number
  calls: number
  /** Of the safe that was asked about, where the node knows its past. */
  safe: { hasCode: boolean; creation: bigint | undefined } | undefined
}

export async function examine(parameters: {
  url: string
  chainId: number
  safe: Address | undefined
}): Promise<Examination> {
  const { url, chainId, safe } = parameters
  const questions = openQuestions(url)
  try {
    const answered = Number(await questions.rpc.request('eth_chainId', []))
    if (answered !== chainId)
      return { status: 'unusable', problem: { type: 'wrongChain', answered } }
    return { status: 'usable', ...(await findAbilities(questions, safe)) }
  } catch (error) {
    return { status: 'unusable', problem: toProblem(error) }
  }
}

/** Words that nodes use when they do not know a key. */
const keyWords = /auth|api.?key|project id|forbidden|not allowed|disabled/i

function toProblem(error: unknown): Problem {
  if (isBusy(error)) return { type: 'busy' }
  if (error instanceof RpcAnswerError && keyWords.test(error.detail))
    return { type: 'keyRefused' }
  if (error instanceof RpcUnavailableError) {
    const { status = 0 } = error
    if ([401, 402, 403].includes(status)) return { type: 'keyRefused' }
  }
  // Only our own errors are known to name no address.
  const isOwn =
    error instanceof RpcUnavailableError ||
    error instanceof RpcInconsistentError ||
    error instanceof RpcAnswerError
  return {
    type: 'silent',
    reason: isOwn ? error.message : 'The RPC endpoint does not answer.',
  }
}

async function findAbilities(
  questions: Questions,
  safe: Address | undefined,
): Promise<Abilities> {
  const { rpc, ask } = questions
  const head = await getLatestBlock(rpc)
  const can = async (method: string, params: readonly unknown[]) =>
    (await ask((node) => node.request(method, params))) !== undefined
  const early = toQuantity(head.number / 2n || head.number)
  const batch = await ask(() => tryBatch(questions))
  // Of several nodes at one address some may not know the newest block yet.
  const { hash, number } =
    (await ask((node) => getBlockByNumber(node, settled(head)))) ?? head
  const at = { fromBlock: toQuantity(number), toBlock: toQuantity(number) }
  const abilities = {
    head,
    finalized: await can('eth_getBlockByNumber', ['finalized', false]),
    archive: await can('eth_getBalance', [safe ?? zeroAddress, early]),
    batch: batch ?? false,
    logsByHash: await can('eth_getLogs', [
      { blockHash: hash, address: safe ?? zeroAddress },
    ]),
    receipts: await can('eth_getBlockReceipts', [hash]),
    traces: await findTraces(questions),
    range: await findRange(questions, { head: head.number, safe }),
    longLists: await can('eth_getLogs', [{ ...manySafes, ...at }]),
    safe: safe && (await findSafe(questions, { head: head.number, safe })),
    latencyMs: questions.latencyMs(),
    burst: await sendBurst(rpc, head.number),
  }
  return {
    ...abilities,
    slowDowns: questions.slowDowns(),
    calls: questions.calls(),
  }
}

/** Further back than nodes behind one address disagree. */
function settled({ number }: ChainBlock): bigint {
  return number > 4n ? number - 4n : number
}

/** Where a batch is refused, its questions are sent again one by one. */
async function tryBatch({ rpc, failures }: Questions): Promise<boolean> {
  const before = failures()
  try {
    const outcomes = await rpc.batch([
      { method: 'eth_chainId', params: [] },
      { method: 'eth_blockNumber', params: [] },
    ])
    const isAnswered = outcomes.every(({ error }) => error === undefined)
    return isAnswered && failures() === before
  } catch (error) {
    // Nodes refuse a batch in many ways; only being busy passes.
    if (error instanceof RpcUnavailableError && !isBusy(error)) return false
    throw error
  }
}

const unknownMethod = new Set([-32_601, -32_004])

/** On nothing: a node that traces says that there is no such transaction. */
async function findTraces({ ask }: Questions): Promise<boolean> {
  for (const [method, params] of [
    ['debug_traceTransaction', [zeroHash, { tracer: 'callTracer' }]],
    ['trace_transaction', [zeroHash]],
  ] as const) {
    const isKnown = await ask((rpc) =>
      rpc.request(method, params).then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof RpcAnswerError)) throw error
          const { code, detail } = error
          return (
            !unknownMethod.has(code) &&
            !/not (?:found|supported|available|allowed)|unknown method|upgrade/i.test(
              detail.replace(/transaction not found/i, ''),
            )
          )
        },
      ),
    )
    if (isKnown) return true
  }
  return false
}

/** As of a gateway with many safes; the addresses are nobody's. */
const [manySafes] = getSafeFilters(
  Array.from({ length: 100 }, (_, at) => toHex(at + 1, { size: 20 })),
)

/** From what the indexer never exceeds down to a block, by common limits. */
const ranges = [10_000n, 5_000n, 2_000n, 1_000n, 500n, 100n, 10n, 1n]

async function findRange(
  { ask }: Questions,
  { head, safe }: { head: bigint; safe: Address | undefined },
): Promise<bigint | undefined> {
  const [filter] = getSafeFilters([safe ?? zeroAddress])
  const whole = head + 1n < largestRange ? head + 1n : largestRange
  const shorter = ranges.filter((range) => range < whole)
  for (const range of [whole, ...shorter]) {
    const fromBlock = toQuantity(head + 1n - range)
    const params = [{ ...filter, fromBlock, toBlock: toQuantity(head) }]
    const answer = await ask((rpc) => rpc.request('eth_getLogs', params))
    if (answer !== undefined) return range
  }
  return undefined
}

async function findSafe(
  { ask }: Questions,
  { head, safe }: { head: bigint; safe: Address },
): Promise<NonNullable<Abilities['safe']>> {
  const code = await ask((rpc) => rpc.request('eth_getCode', [safe, 'latest']))
  const hasCode = typeof code === 'string' && code !== '0x'
  const creation = hasCode
    ? await ask((rpc) => findCreationBlock(rpc, { safe, head }))
    : undefined
  // It answers 0 where the node does not know the past.
  return { hasCode, creation: creation || undefined }
}

/** More than the 25 in a second that many providers allow. */
const burstSize = 40

async function sendBurst(
  rpc: RpcEndpoint,
  head: bigint,
): Promise<Abilities['burst']> {
  const started = performance.now()
  // Each is another block, because equal questions share an answer.
  const outcomes = await Promise.allSettled(
    Array.from({ length: burstSize }, (_, at) =>
      getBlockByNumber(rpc, head > BigInt(at) ? head - BigInt(at) : BigInt(at)),
    ),
  )
  const refused = outcomes.filter(
    (outcome) => outcome.status === 'rejected' && isBusy(outcome.reason),
  )
  const unknown = outcomes.filter(
    (outcome) => outcome.status === 'fulfilled' && outcome.value === undefined,
  )
  return {
    sent: burstSize,
    refused: refused.length,
    unknown: unknown.length,
    seconds: (performance.now() - started) / 1000,
  }
}
