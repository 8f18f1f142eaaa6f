import type { Hex } from 'viem'
import { isRecord, readQuantity } from './answer.js'
import {
  cleanCall,
  type DoorCall,
  findOpenRange,
  mostLogBlocks,
  openRangeRefusal,
  refuseCall,
  weighCall,
} from './doorMethods.js'
import { cleanError, cleanResult, type DoorError } from './doorWords.js'
import { getPace } from './limits/pace.js'
import { isAboutBatch } from './limits/refusals.js'
import { type RpcObserver, toEndpointId } from './rpcEndpoint.js'
import type { RpcPool } from './rpcPool.js'
import { sendRpc } from './socket.js'

export type DoorAnswer = { result: unknown } | { error: DoorError }

/** What others may ask of our nodes, through us. */
export type Door = {
  /** How dear calls are to a node, together. */
  weigh(calls: readonly DoorCall[]): number
  /** What the answers to one body have at most. */
  mostBytes: number
  ask(calls: readonly DoorCall[]): Promise<DoorAnswers>
}

type DoorAnswers = {
  answers: DoorAnswer[]
  /** The node may still be busy with what nobody waits for any more. */
  isLate: boolean
}

export const patienceMs = 5_000
const mostBytes = 2_000_000

/**
 * Strangers' questions go beside the pool: a call that makes a node stumble
 * must not make the indexer believe that the node is away. Which node is asked
 * is the pool's choice, because it knows which of them are of this chain.
 */
export function createDoor(parameters: {
  pool: RpcPool
  urls: readonly string[]
  observe?: RpcObserver | undefined
}): Door {
  const { pool, urls, observe } = parameters
  const byId = new Map(urls.map((url) => [toEndpointId(url), url]))
  const pick = async (
    check: boolean,
  ): Promise<{ id: Hex; url: string } | undefined> => {
    const id = await pool
      .use(async (rpc) => {
        if (check) await rpc.request('eth_chainId', [])
        return rpc.id
      })
      .catch(() => undefined)
    const url = id && byId.get(id)
    return id && url ? { id, url } : undefined
  }

  const send = async (calls: readonly DoorCall[]): Promise<DoorAnswer[]> => {
    const first = await pick(false)
    const sent = first && (await post({ url: first.url, calls, observe }))
    if (sent?.status === 'answered') return sent.answers
    if (sent?.status === 'refused') return calls.map(() => sent.answer)
    // Either it is down, which the pool then finds out, or it was us.
    const second = await pick(true)
    if (!second || second.id === first?.id) return calls.map(() => unavailable)
    const again = await post({ url: second.url, calls, observe })
    if (again.status === 'answered') return again.answers
    return calls.map(() =>
      again.status === 'refused' ? again.answer : unavailable,
    )
  }

  return {
    mostBytes,
    weigh: (calls) => calls.reduce((sum, call) => sum + weighCall(call), 0),
    async ask(asked) {
      const calls = asked.map(cleanCall)
      const refusals = await refuseSome(calls, send)
      const allowed = calls.filter((_, index) => !refusals[index])
      const answers = allowed.length > 0 ? await send(allowed) : []
      const rest = answers.values()
      return {
        answers: refusals.map((refusal) =>
          refusal ? { error: refusal } : (rest.next().value ?? unavailable),
        ),
        isLate: answers.includes(late),
      }
    },
  }
}

/** How far a question reaches may depend on where the chain stands. */
async function refuseSome(
  calls: readonly DoorCall[],
  send: (calls: readonly DoorCall[]) => Promise<DoorAnswer[]>,
): Promise<(DoorError | undefined)[]> {
  const refusals = calls.map((call) => refuseCall(call))
  const open = calls.map((call) => findOpenRange(call))
  if (open.every((from) => from === undefined)) return refusals
  const [answer] = await send([{ method: 'eth_blockNumber', params: [] }])
  const head = readHead(answer)
  return refusals.map((refusal, index) => {
    const from = open[index]
    if (refusal || from === undefined) return refusal
    return head !== undefined && head - from <= mostLogBlocks
      ? undefined
      : openRangeRefusal
  })
}

function readHead(answer: DoorAnswer | undefined): bigint | undefined {
  try {
    return answer && 'result' in answer
      ? readQuantity(answer.result)
      : undefined
  } catch {
    return undefined
  }
}

const unavailable: DoorAnswer = fail(
  -32_603,
  'The RPC endpoint does not answer. Try again in a moment.',
)
const late: DoorAnswer = fail(
  -32_603,
  'The RPC endpoint did not answer in time. Request less data.',
)
const busy: DoorAnswer = fail(
  -32_005,
  'The RPC endpoint is busy. Try again in a moment.',
)
const tooLarge: DoorAnswer = fail(
  -32_005,
  'The answer is too large. Request less data.',
)

function fail(code: number, message: string): DoorAnswer {
  return { error: { code, message } }
}

type Sent =
  | { status: 'answered'; answers: DoorAnswer[] }
  /** The node is there, but not for this. */
  | { status: 'refused'; answer: DoorAnswer }
  | { status: 'away' }

async function post(parameters: {
  url: string
  calls: readonly DoorCall[]
  observe: RpcObserver | undefined
}): Promise<Sent> {
  const { url, calls, observe } = parameters
  // A provider counts these together with our own.
  const release = await getPace(url).take(calls.length)
  const started = performance.now()
  const sent = await postOnce(url, calls)
  release()
  const seconds = (performance.now() - started) / 1000
  const failed = sent.status !== 'answered'
  for (const { method } of calls) observe?.({ method, seconds, failed })
  return sent
}

async function postOnce(
  url: string,
  calls: readonly DoorCall[],
): Promise<Sent> {
  const signal = AbortSignal.timeout(patienceMs)
  const bodies = calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))
  try {
    const body = JSON.stringify(bodies.length === 1 ? bodies[0] : bodies)
    const response = await sendRpc(url, { body, signal })
    if (response.status === 429) {
      await response.body?.cancel()
      return { status: 'refused', answer: busy }
    }
    const text = await readText(response)
    if (text === undefined) return { status: 'refused', answer: tooLarge }
    const json: unknown = JSON.parse(text)
    return calls.length > 1 && isBatchRefused(json)
      ? postOneByOne(url, calls)
      : readAnswers(json, calls.length)
  } catch {
    return signal.aborted
      ? { status: 'refused', answer: late }
      : { status: 'away' }
  }
}

function isBatchRefused(json: unknown): boolean {
  if (!isRecord(json) || !isRecord(json.error)) return false
  const { code, message } = json.error
  return isAboutBatch({ code: Number(code), message: String(message) })
}

/** For a node that takes one question in a body. */
async function postOneByOne(
  url: string,
  calls: readonly DoorCall[],
): Promise<Sent> {
  const answers: DoorAnswer[] = []
  for (const call of calls) {
    const sent = await postOnce(url, [call])
    if (sent.status !== 'answered') return sent
    answers.push(...sent.answers)
  }
  return { status: 'answered', answers }
}

/** Undefined: there is more of it than anybody may ask for. */
async function readText(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > mostBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function readAnswers(json: unknown, count: number): Sent {
  const entries = (Array.isArray(json) ? json : [json]).filter(isRecord)
  const only = count === 1 ? entries[0] : undefined
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const answers = Array.from({ length: count }, (_, id) =>
    readAnswer(byId.get(id) ?? only),
  )
  return answers.every((answer) => answer === unavailable)
    ? { status: 'away' }
    : { status: 'answered', answers }
}

function readAnswer(entry: Record<string, unknown> | undefined): DoorAnswer {
  if (isRecord(entry?.error)) return { error: cleanError(entry.error) }
  return entry && 'result' in entry
    ? { result: cleanResult(entry.result) }
    : unavailable
}
