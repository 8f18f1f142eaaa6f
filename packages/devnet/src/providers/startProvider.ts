import { answerOne, type Visible } from './answerOne.js'
import type { ProviderProfile } from './profiles.js'
import {
  type Refusal,
  refuseBatch,
  refuseBudget,
  refuseRate,
} from './providerWords.js'
import {
  askAll,
  type RpcAnswer,
  type RpcReply,
  type RpcRequest,
  startRpcServer,
} from './rpcServer.js'

export type Provider = {
  url: string
  /** Requests by method, those of batches one by one, refused ones too. */
  counts: ReadonlyMap<string, number>
  requests(): number
  bodies(): number
  /** Bodies and requests that were refused, and why. */
  refused: readonly { method: string; message: string }[]
  stop(): Promise<void>
}

/** A node as providers sell it: the one behind it, with the limits of a profile. */
export async function startProvider(parameters: {
  target: string
  profile: ProviderProfile
  now?: () => number
}): Promise<Provider> {
  const { target, profile, now = Date.now } = parameters
  const counts = new Map<string, number>()
  const refused: { method: string; message: string }[] = []
  const rate = createRate(profile.requestsPerSecond, now)
  let bodies = 0
  let requests = 0

  const refuseBody = (body: RpcRequest | RpcRequest[]): Refusal | undefined => {
    const count = Array.isArray(body) ? body.length : 1
    if (!rate.take(count)) return refuseRate(profile)
    if (requests > profile.monthlyBudget) return refuseBudget(profile)
    return Array.isArray(body) && !profile.batch ? refuseBatch() : undefined
  }

  const handle = async (body: RpcRequest | RpcRequest[]): Promise<RpcReply> => {
    const list = Array.isArray(body) ? body : [body]
    const lag = profile.backEnds[bodies++ % profile.backEnds.length] ?? 0
    for (const { method } of list)
      counts.set(method, (counts.get(method) ?? 0) + 1)
    requests += list.length
    const refusal = refuseBody(body)
    if (refusal) {
      refused.push({
        method: list.map(({ method }) => method).join(),
        message: refusal.message,
      })
      return toReply(refusal, Array.isArray(body) ? null : body.id)
    }
    const visible = await readVisible(target, lag)
    const answers: (Pick<RpcRequest, 'id'> & RpcAnswer)[] = []
    for (const request of list) {
      const { id, method } = request
      const answer = await answerOne({ target, profile, visible }, request)
      if ('refusal' in answer) {
        const { refusal: own } = answer
        refused.push({ method, message: own.message })
        if (!Array.isArray(body)) return toReply(own, id)
        const { code, message } = own
        answers.push({ id, error: { code, message } })
      } else answers.push({ id, ...answer })
    }
    const json = answers.map((answer) => ({ jsonrpc: '2.0', ...answer }))
    return { json: Array.isArray(body) ? json : json[0] }
  }

  const server = await startRpcServer(handle)
  return {
    url: server.url,
    counts,
    refused,
    requests: () => requests,
    bodies: () => bodies,
    stop: server.stop,
  }
}

function toReply(
  { status, code, message }: Refusal,
  id: RpcRequest['id'],
): RpcReply {
  return {
    status,
    headers: status === 429 ? { 'retry-after': '1' } : {},
    json: { jsonrpc: '2.0', id, error: { code, message } },
  }
}

async function readVisible(target: string, lag: number): Promise<Visible> {
  const [answer] = await askAll(target, [
    { method: 'eth_blockNumber', params: [] },
  ])
  return { head: Math.max(0, Number(answer?.result) - lag), lag }
}

/** So many within any second. */
function createRate(limit: number, now: () => number) {
  let taken: number[] = []
  return {
    take(count: number): boolean {
      if (limit === Number.POSITIVE_INFINITY) return true
      const time = now()
      taken = taken.filter((at) => time - at < 1_000)
      if (taken.length + count > limit) return false
      for (let each = 0; each < count; each++) taken.push(time)
      return true
    },
  }
}
