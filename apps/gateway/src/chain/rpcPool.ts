import type { BaseError } from '@covault/protocol'
import type { Hex } from 'viem'
import { countConnections } from './connections.js'
import { hurry } from './hurry.js'
import { checkIdentity, type Identity, type IdentityCheck } from './identity.js'
import {
  createRpcEndpoint,
  type RpcEndpoint,
  type RpcObserver,
} from './rpcEndpoint.js'
import {
  NoNodeError,
  OtherGenesisError,
  RpcAnswerError,
  RpcInconsistentError,
  RpcUnavailableError,
  WrongChainError,
} from './rpcErrors.js'

/**
 * The nodes of one chain. Work is done with one of them from its first
 * question to its last, so that answers of two forks are never mixed; when it
 * fails, the whole work is done again with the next.
 */
export type RpcPool = {
  chainId: number
  use<result>(action: (rpc: RpcEndpoint) => Promise<result>): Promise<result>
  /** From now on a node with another first block is of another chain. */
  expectGenesis(hash: Hex): void
  /** Why nothing can be asked at present, if so. */
  problem(): string | undefined
  /** How often something was asked in vain. */
  failures(): number
  /** When a node last answered, in milliseconds since 1970. */
  heardAt(): number | undefined
  endpoints: readonly { id: Hex; problem(): string | undefined }[]
  /** The same nodes, for those who cannot wait for one that hangs. */
  hurried(hurry: Hurry): RpcPool
}

type Hurry = {
  withinMs: number
  /** A node that answers others is waited for so long: it is only slow. */
  whileAliveMs?: number
}

type Node = {
  rpc: RpcEndpoint
  countConnections(): number
  checked: IdentityCheck | undefined
  heardAt: number | undefined
}

/** A node as one pool sees it: what hurries some is no fault to others. */
type Entry = {
  node: Node
  failures: number
  /** Grows when the node begins to rest. */
  period: number
  restUntil: number
  problem: string | undefined
}

/** A node that answered somebody so recently does not hang. */
const aliveMs = 5_000

const shortestRestMs = 250
const longestRestMs = 30_000
/** Somebody in a hurry soon asks again a node that only was slow. */
const longestHurriedRestMs = 1_000

/** What all pools over the same nodes share. */
type Chain = { nodes: readonly Node[]; identity: Identity; now: () => number }

export function createRpcPool(parameters: {
  chainId: number
  urls: readonly string[]
  timeoutMs?: number
  now?: () => number
  observe?: RpcObserver | undefined
}): RpcPool {
  const { chainId, urls, timeoutMs = 10_000, observe } = parameters
  const now = parameters.now ?? Date.now
  const nodes = urls.map((url): Node => {
    const node: Node = {
      rpc: tellAnswers(createRpcEndpoint({ url, timeoutMs, observe }), () => {
        node.heardAt = now()
      }),
      countConnections: countConnections(url),
      checked: undefined,
      heardAt: undefined,
    }
    return node
  })
  const identity: Identity = { chainId, genesis: undefined }
  return openPool({ nodes, identity, now }, undefined)
}

function openPool(chain: Chain, hurried: Hurry | undefined): RpcPool {
  const { nodes, identity, now } = chain
  const entries = nodes.map(
    (node): Entry => ({
      node,
      failures: 0,
      period: 0,
      restUntil: 0,
      problem: undefined,
    }),
  )
  // Staying with one node avoids seeing the forks of several as reorgs.
  let preferred = 0
  let failures = 0
  const longest = hurried ? longestHurriedRestMs : longestRestMs
  const listUsable = (): Entry[] => {
    const inOrder = [
      ...entries.slice(preferred),
      ...entries.slice(0, preferred),
    ]
    const usable = inOrder.filter(({ restUntil }) => restUntil <= now())
    return hurried ? usable.slice(0, mostHurriedTries) : usable
  }

  return {
    chainId: identity.chainId,
    async use(action) {
      const usable = listUsable()
      for (const entry of usable) {
        const { node, period } = entry
        const patience = hurried && toPatience(chain, hurried, usable.length)
        try {
          const result = await work(chain, node, { patience, action })
          entry.failures = 0
          entry.problem = undefined
          preferred = entries.indexOf(entry)
          return result
        } catch (error) {
          if (!isNodesFault(error)) {
            failures++
            throw error
          }
          // It may come back as another node.
          node.checked = undefined
          rest(entry, { error, period, now: now(), longest })
        }
      }
      failures++
      throw toNoNodeError(entries, now())
    },
    expectGenesis(hash) {
      identity.genesis = hash
    },
    problem: () =>
      entries.some(({ problem }) => problem === undefined)
        ? undefined
        : describeProblems(entries),
    failures: () => failures,
    heardAt: () =>
      nodes
        .flatMap(({ heardAt }) => heardAt ?? [])
        .sort((a, b) => b - a)
        .at(0),
    endpoints: entries.map((entry) => ({
      id: entry.node.rpc.id,
      problem: () => entry.problem,
    })),
    hurried: (hurry) => openPool(chain, hurry),
  }
}

/** How long a node is waited for by somebody who cannot wait for ever. */
type Patience = (node: Node) => Parameters<typeof hurry>[1]

function toPatience(
  { now }: Chain,
  { withinMs, whileAliveMs = 0 }: Hurry,
  tries: number,
): Patience {
  return (node) => ({
    silentMs: Math.round(withinMs / tries),
    waitsOn: (waitedMs) =>
      waitedMs < whileAliveMs &&
      node.heardAt !== undefined &&
      now() - node.heardAt < aliveMs,
  })
}

async function work<result>(
  chain: Chain,
  node: Node,
  {
    patience,
    action,
  }: {
    patience: Patience | undefined
    action: (rpc: RpcEndpoint) => Promise<result>
  },
): Promise<result> {
  if (!patience) return attempt(chain, node, { rpc: node.rpc, action })
  return hurry(node.rpc, patience(node), (rpc) =>
    attempt(chain, node, { rpc, action }),
  )
}

/** What came over a connection that nobody checked does not count yet. */
async function attempt<result>(
  { identity, now }: Chain,
  node: Node,
  {
    rpc,
    action,
  }: {
    rpc: RpcEndpoint
    action: (rpc: RpcEndpoint) => Promise<result>
  },
): Promise<result> {
  const check = async () => {
    node.checked = await checkIdentity(rpc, {
      identity,
      last: node.checked,
      countConnections: node.countConnections,
      now: now(),
    })
  }
  await check()
  const result = await action(rpc)
  await check()
  return result
}

/** An error of the node's own is an answer too. */
function tellAnswers(rpc: RpcEndpoint, onAnswer: () => void): RpcEndpoint {
  const tell = (error: unknown): never => {
    if (error instanceof RpcAnswerError) onAnswer()
    throw error
  }
  const hear = <answer>(given: answer): answer => {
    onAnswer()
    return given
  }
  return {
    id: rpc.id,
    request: (method, params) => rpc.request(method, params).then(hear, tell),
    batch: (calls) => rpc.batch(calls).then(hear, tell),
  }
}

/** Nodes that share the time of somebody in a hurry. */
const mostHurriedTries = 2

function isNodesFault(error: unknown): error is BaseError {
  return (
    error instanceof RpcUnavailableError ||
    error instanceof RpcInconsistentError ||
    error instanceof WrongChainError ||
    error instanceof OtherGenesisError
  )
}

/** However many were asking when the node went away, it failed once. */
function rest(
  entry: Entry,
  parameters: {
    error: BaseError
    period: number
    now: number
    longest: number
  },
): void {
  const { error, period, now, longest } = parameters
  const asked =
    error instanceof RpcUnavailableError ? error.retryAfterMs : undefined
  entry.problem = error.message
  if (asked !== undefined)
    entry.restUntil = Math.max(entry.restUntil, now + asked)
  if (period !== entry.period) return
  const own = shortestRestMs * 2 ** Math.min(entry.failures, 10)
  entry.failures++
  entry.period++
  entry.restUntil = now + (asked ?? Math.min(own, longest))
}

function toNoNodeError(entries: readonly Entry[], now: number): NoNodeError {
  const next = Math.min(...entries.map(({ restUntil }) => restUntil))
  return new NoNodeError({
    reason: describeProblems(entries),
    retryAfterMs: Math.max(next - now, 50),
  })
}

function describeProblems(entries: readonly Entry[]): string {
  const problems = new Set(entries.map(({ problem }) => problem))
  return [...problems].filter(Boolean).join(' ') || 'No RPC endpoint answers.'
}
