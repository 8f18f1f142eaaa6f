import { demoAccounts } from '@covault/devnet'
import type { Hex } from 'viem'
import type { Verdict } from '../apps/web/src/testing/reviewInNode.js'
import type { Leaf } from './leaves.js'
import type { Engine, Outcome } from './lyingJudges.js'
import type { LyingProxy, Question } from './lyingProxy.js'
import { changeRead, mallory, nodeLies } from './nodeLies.js'

const { bob } = demoAccounts

type Info = { owners: { value: string }[]; threshold: number; nonce: number }

type Conspiracy = {
  kind: Leaf['kind']
  /** Of the answers of `/rpc`. */
  node: (question: Question, answer: unknown) => unknown
  /** Of what the gateway says of the safe, so that both fit. */
  gateway: (info: Info) => void
}

/** The same lie told twice: by the gateway, and by what it passes on. */
const conspiracies: Record<string, Conspiracy> = {
  'nothing: both tell the truth': {
    kind: 'variant',
    node: (_question, answer) => answer,
    gateway: () => {},
  },
  owners: {
    kind: 'address',
    node: nodeLies.owners,
    gateway: ({ owners }) => {
      for (const owner of owners)
        if (owner.value === bob.address) owner.value = mallory
    },
  },
  threshold: {
    kind: 'number',
    node: nodeLies.threshold,
    gateway: (info) => {
      info.threshold = 1
    },
  },
  nonce: {
    kind: 'number',
    node: (question, answer) =>
      changeRead(question, answer, { selector: '0xaffed0e0', word: 1 }),
    gateway: (info) => {
      info.nonce = 1
    },
  },
  'decimals of a token': {
    kind: 'number',
    node: (question, answer) =>
      changeRead(question, answer, { selector: '0x313ce567', word: 0 }),
    gateway: () => {},
  },
  code: { kind: 'bytes', node: nodeLies.code, gateway: () => {} },
}

type Line = {
  answer: string
  leaf: Leaf
  mutation: string
  outcome: Outcome
}

/**
 * The gateway publishes no other node, so the page reads through its `/rpc`,
 * and both lie together. Nobody can find that out: it must be refused, or
 * stand there as the gateway's word and wait for a tick that says so.
 */
export async function lieThroughDoor({
  engine,
  gateway,
  safe,
  proposals,
  messages,
}: {
  engine: Engine
  gateway: LyingProxy
  safe: Hex
  proposals: Record<string, Hex>
  messages: Record<string, Hex>
}): Promise<Line[]> {
  const link = `local1:${safe}`
  const reviews = [
    ...Object.entries(proposals).map(([name, id]) => ({
      name: `gateway and /rpc, ${name}`,
      review: () => engine.reviewTransaction({ safe: link, id }),
    })),
    ...Object.entries(messages).map(([name, messageHash]) => ({
      name: `gateway and /rpc, message, ${name}`,
      review: () => engine.reviewMessage({ safe: link, messageHash }),
    })),
  ]
  const lines: Line[] = []
  for (const [path, { kind, node, gateway: lie }] of Object.entries(
    conspiracies,
  )) {
    gateway.change = (question, answer) => {
      if (question.method !== 'GET') return node(question, answer)
      if (question.path === `/v1/chains/31337/safes/${safe}`)
        lie(answer as Info)
      return question.path === '/app-config' ? hideNodes(answer) : answer
    }
    const leaf: Leaf = { path, kind, keys: [], value: null, schema: {} }
    for (const { name, review } of reviews)
      lines.push({
        answer: name,
        leaf,
        mutation: 'both say the same',
        outcome: judge(await review(), engine),
      })
  }
  return lines
}

/** As of a gateway whose operator publishes no address. */
function hideNodes(answer: unknown): unknown {
  const config = answer as { chains: { chainId: number }[] }
  return {
    ...config,
    chains: config.chains.map((chain) => ({
      ...chain,
      rpcUrl: `/rpc/${chain.chainId}`,
    })),
  }
}

function judge(verdict: Verdict, { gatewayAlone }: Engine): Outcome {
  if (verdict.kind !== 'open') return verdict
  if (verdict.readings.includes('chain'))
    return { kind: 'believed', words: 'shown as read from the chain' }
  return verdict.demands.includes(gatewayAlone)
    ? { kind: 'ticked', words: 'the gateway alone says so' }
    : { kind: 'believed', words: 'signed without a word about it' }
}
