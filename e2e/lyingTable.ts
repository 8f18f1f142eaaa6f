import { demoAccounts } from '@covault/devnet'
import type { APIRequestContext } from '@playwright/test'
import {
  type Json,
  type Leaf,
  listLeaves,
  listSchemaLeaves,
  nameLeaf,
} from './leaves.js'
import { change, force, listMutations } from './lies.js'
import { lieThroughDoor } from './lyingDoor.js'
import {
  type Engine,
  loadEngine,
  type Outcome,
  type Showing,
  toCommentJudge,
  toJudge,
  toListJudge,
  toMovementJudge,
  toNamesJudge,
  toShowingJudge,
} from './lyingJudges.js'
import { type LyingProxy, startLyingProxy } from './lyingProxy.js'
import { findReason } from './lyingReasons.js'
import { makeLyingWorld } from './lyingWorld.js'

/** One answer of the gateway and what is decided with it. */
type Answer = {
  /** As it stands in the table. */
  name: string
  /** Of the API, with its parameters in braces. */
  template: string
  path: string
  judge: () => Promise<Outcome>
  /** How it shows in the lists. */
  look: () => Promise<Showing>
  /** How many of the places that are alike are lied about. */
  most?: number
}

type Stage = {
  gateway: LyingProxy
  node: LyingProxy
  /** By template: the places that were lied about so far. */
  occurring: Map<string, Set<string>>
}

type Line = {
  answer: string
  leaf: Leaf
  mutation: string
  outcome: Outcome
  /** Undefined: a lie of the node that the gateway offers. */
  showing?: Showing
}

/** Everything that was lied about, and what came of it. */
export type Table = {
  lies: number
  /** What would have been signed or shown as true all the same. */
  believed: string[]
  /** Counts by kind of place, for the terminal. */
  summary: string
  /** Every lie, and the places that no answer had. */
  text: string
}

/**
 * Every place of every answer that review, queue, details and messages use, by
 * the schemas of the API, is changed in turn in what the real gateway says.
 */
export async function lieEverywhere({
  product,
  request,
}: {
  product: { url: string; chains: Record<number, string> }
  request: APIRequestContext
}): Promise<Table> {
  const world = await makeLyingWorld({ product, request })
  const target = product.chains[31337] ?? ''
  const node = await startLyingProxy({ target, isFrozen: true })
  const gateway = await startLyingProxy({
    target: product.url,
    isFrozen: true,
    headers: { cookie: world.cookie },
  })
  const occurring = new Map<string, Set<string>>()
  const lines: Line[] = []
  try {
    const engine = await loadEngine(gateway.url)
    const stage = { gateway, node, occurring }
    const answers = await listAnswers(world, { engine, gateway, node })
    for (const answer of answers) lines.push(...(await lieAbout(answer, stage)))
    for (const answer of answers)
      lines.push(...(await makeUpAbout(answer, stage)))
    const { safe, proposals, messages } = world
    lines.push(
      ...(await lieThroughDoor({
        ...{ engine, gateway, proposals, messages },
        safe: safe.address,
      })),
    )
  } finally {
    await Promise.all([gateway.close(), node.close()])
  }
  return {
    lies: lines.length,
    believed: lines
      .filter(
        ({ outcome, showing }) =>
          outcome.kind === 'believed' || showing?.kind === 'fact',
      )
      .map(describeLine),
    ...describe(lines, occurring),
  }
}

type World = Awaited<ReturnType<typeof makeLyingWorld>>

async function listAnswers(
  { safe: { address }, proposals, messages }: World,
  {
    engine,
    gateway,
    node,
  }: { engine: Engine; gateway: LyingProxy; node: LyingProxy },
): Promise<Answer[]> {
  const safe = `local1:${address}`
  const chain = '/v1/chains/31337'
  gateway.change = (question, answer) => tellNode(question.path, answer, node)
  const [firstHash = '0x'] = Object.values(proposals)
  const reviewFirst = await toJudge(() =>
    engine.reviewTransaction({ safe, id: firstHash }),
  )
  const readLists = await toListJudge(engine, safe)
  const look = await toShowingJudge({ safe })
  const details = await Promise.all(
    Object.entries(proposals).map(async ([name, hash], index) => {
      // Rows lead to the id, links of people carry the hash alone.
      const id = index % 2 === 0 ? `multisig_${address}_${hash}` : hash
      return {
        name: `transaction, ${name}`,
        template: '/v1/chains/{chainId}/transactions/{transactionId}',
        path: `${chain}/transactions/${id}`,
        most: 2,
        judge: await toJudge(() => engine.reviewTransaction({ safe, id })),
        look: await toShowingJudge({ safe, only: hash }),
      }
    }),
  )
  const written = await Promise.all(
    Object.entries(messages).map(async ([name, messageHash]) => ({
      name: `message, ${name}`,
      template: '/v1/chains/{chainId}/messages/{message_hash}',
      path: `${chain}/messages/${messageHash}`,
      most: 4,
      judge: await toJudge(() => engine.reviewMessage({ safe, messageHash })),
      look: await toShowingJudge({ safe, only: messageHash }),
    })),
  )
  const ofSafe = '/v1/chains/{chainId}/safes/{address}'
  const ofLists = '/v1/chains/{chainId}/safes/{safe_address}'
  const commented = `multisig_${address}_${firstHash}`
  return [
    ...details,
    ...written,
    {
      name: 'movements',
      template: `${ofSafe}/movements`,
      path: `${chain}/safes/${address}/movements`,
      judge: await toMovementJudge({
        safe,
        id: await findPaid(gateway, address),
      }),
      // No list has them.
      look: async () => ({ kind: 'corrected', words: 'not in a list' }),
    },
    {
      name: 'comments',
      template: `${ofSafe}/transactions/{safeTxHash}/comments`,
      path: `${chain}/safes/${address}/transactions/${firstHash}/comments`,
      most: 2,
      judge: await toCommentJudge({
        ...{ safe, id: commented, member: demoAccounts.alice.address },
      }),
      look: async () => ({ kind: 'corrected', words: 'not in a list' }),
    },
    {
      name: 'names',
      template: `${ofSafe}/names`,
      path: `${chain}/safes/${address}/names`,
      most: 4,
      judge: await toNamesJudge({ safe }),
      // No list has them.
      look: async () => ({ kind: 'corrected', words: 'not in a list' }),
    },
    {
      name: 'safe',
      template: ofSafe,
      path: `${chain}/safes/${address}`,
      judge: reviewFirst,
      look,
    },
    {
      name: 'app-config',
      template: '/app-config',
      path: '/app-config',
      judge: reviewFirst,
      look,
    },
    {
      name: 'history',
      template: `${ofLists}/transactions/history`,
      path: `${chain}/safes/${address}/transactions/history`,
      judge: reviewFirst,
      look,
    },
    {
      name: 'balances',
      template: `${ofSafe}/balances/{currency}`,
      path: `${chain}/safes/${address}/balances/usd`,
      judge: reviewFirst,
      look,
    },
    {
      name: 'queue',
      template: `${ofLists}/transactions/queued`,
      path: `${chain}/safes/${address}/transactions/queued`,
      judge: readLists,
      look,
    },
    {
      name: 'messages',
      template: `${ofLists}/messages`,
      path: `${chain}/safes/${address}/messages`,
      judge: readLists,
      look,
    },
    {
      name: 'nonces',
      template: `${ofSafe}/nonces`,
      path: `${chain}/safes/${address}/nonces`,
      judge: readLists,
      look,
    },
    {
      name: 'delegates',
      template: '/v2/chains/{chainId}/delegates',
      path: '/v2/chains/31337/delegates',
      judge: readLists,
      look,
    },
  ]
}

/** An execution of the past that paid somebody. */
async function findPaid({ url }: LyingProxy, safe: string): Promise<string> {
  const path = `${url}/v1/chains/31337/safes/${safe}/transactions/history`
  const { results } = (await (await fetch(path)).json()) as {
    results: { transaction?: { id: string; movements?: unknown[] } }[]
  }
  const paid = results.find(({ transaction }) => transaction?.movements?.length)
  if (!paid?.transaction) throw new Error('Nothing was paid.')
  return paid.transaction.id
}

/** The reads of the page go through our own proxy, where time stands still. */
function tellNode(path: string, answer: unknown, { url }: LyingProxy): unknown {
  if (path !== '/app-config') return answer
  const config = answer as { chains: { chainId: number }[] }
  return {
    ...config,
    chains: config.chains.map((chain) =>
      chain.chainId === 31337 ? { ...chain, rpcUrl: url } : chain,
    ),
  }
}

/** A place that several answers have is lied about in the first that has it. */
async function lieAbout(
  { name, template, path, judge, look, most = 1 }: Answer,
  { gateway, node, occurring }: Stage,
): Promise<Line[]> {
  const seen = occurring.get(template) ?? new Set<string>()
  occurring.set(template, seen)
  const truth = tellNode(path, gateway.truths.get(path), node) as Json
  const lines: Line[] = []
  const told = new Map<string, number>()
  for (const leaf of listLeaves(template, truth))
    for (const { name: mutation, value } of listMutations(leaf)) {
      const key = `${nameLeaf(leaf)}, ${mutation}`
      const count = told.get(key) ?? 0
      if (count >= most || (count === 0 && seen.has(key))) continue
      told.set(key, count + 1)
      seen.add(key).add(nameLeaf(leaf))
      gateway.change = (question, answer) =>
        question.path === path
          ? change(truth, leaf.keys, value)
          : tellNode(question.path, answer, node)
      const outcome = account(name, { leaf, mutation, outcome: await judge() })
      const showing = await look()
      lines.push({ answer: name, leaf, mutation, outcome, showing })
    }
  return lines
}

/** What the real answers never had is made up first, and then lied about. */
async function makeUpAbout(
  { name, template, path, judge, look }: Answer,
  { gateway, node, occurring }: Stage,
): Promise<Line[]> {
  const seen = occurring.get(template) ?? new Set<string>()
  const truth = tellNode(path, gateway.truths.get(path), node) as Json
  const lines: Line[] = []
  for (const want of listSchemaLeaves(template)) {
    if (seen.has(want)) continue
    const [place = ''] = want.split(' ')
    const richer = force(template, truth, place)
    const leaf = listLeaves(template, richer).find(
      (one) => nameLeaf(one) === want,
    )
    if (!leaf) continue
    seen.add(want)
    for (const { name: lie, value } of listMutations(leaf)) {
      gateway.change = (question, answer) =>
        question.path === path
          ? change(richer, leaf.keys, value)
          : tellNode(question.path, answer, node)
      const mutation = `made up, ${lie}`
      const outcome = account(name, { leaf, mutation, outcome: await judge() })
      const showing = await look()
      lines.push({ answer: name, leaf, mutation, outcome, showing })
    }
  }
  return lines
}

/** What stays as it was is fine only where somebody can say why. */
function account(
  answer: string,
  {
    leaf,
    mutation,
    outcome,
  }: { leaf: Leaf; mutation: string; outcome: Outcome },
): Outcome {
  if (outcome.kind !== 'same' && outcome.kind !== 'withheld') return outcome
  const reason = findReason({ answer, path: leaf.path, mutation })
  return reason === undefined
    ? { kind: 'believed', words: `${outcome.kind}, and nobody says why` }
    : { kind: outcome.kind, words: reason }
}

const outcomes = {
  refused: 'refused, with the field named',
  schema: 'no answer of the API',
  other: 'not what was asked for, or nothing to sign',
  warned: 'said beside the field',
  ticked: 'shown as the gateway’s word; signed only after a tick that says so',
  withheld: 'less is known; the bytes are the same',
  same: 'changes nothing, for the reason given',
  believed: 'BELIEVED',
}

const showings: Record<Showing['kind'], string> = {
  refused: 'the list, or the row, says that it does not agree',
  marked: 'shown under “Reported by the gateway”',
  withheld: 'less is shown; what was seen here before is told',
  corrected: 'shown as the bytes or the chain have it, or not shown at all',
  fact: 'SHOWN AS FACT',
}

/** Counts by kind of place for the terminal, every lie for the file. */
function describe(
  lines: readonly Line[],
  occurring: ReadonlyMap<string, ReadonlySet<string>>,
): Pick<Table, 'summary' | 'text'> {
  const kinds = [...new Set(lines.map(({ leaf }) => leaf.kind))].sort()
  const names = Object.keys(outcomes) as Outcome['kind'][]
  const count = (kind: string, outcome: string) =>
    lines
      .filter((one) => one.leaf.kind === kind)
      .filter((one) => one.outcome.kind === outcome).length
  const ways = Object.keys(showings) as Showing['kind'][]
  const seen = lines.filter(({ showing }) => showing)
  const countShown = (kind: string, way: string) =>
    seen.filter((one) => one.leaf.kind === kind && one.showing?.kind === way)
      .length
  const places = [...occurring].map(([template, seen]) => {
    const all = [...listSchemaLeaves(template)]
    return { template, all, never: all.filter((one) => !seen.has(one)) }
  })
  const leaves = places.reduce((sum, { all }) => sum + all.length, 0)
  const never = places.reduce((sum, one) => sum + one.never.length, 0)
  const summary = [
    `${lines.length} lies of a gateway at ${leaves - never} of ${leaves} places that the schemas have`,
    ['', ...names].map((one) => one.padEnd(10)).join(''),
    ...kinds.map((kind) =>
      [kind, ...names.map((one) => String(count(kind, one)))]
        .map((one) => one.padEnd(10))
        .join(''),
    ),
    '',
    `How ${seen.length} of them show in queue, messages, history and tokens`,
    ['', ...ways].map((one) => one.padEnd(10)).join(''),
    ...kinds.map((kind) =>
      [kind, ...ways.map((one) => String(countShown(kind, one)))]
        .map((one) => one.padEnd(10))
        .join(''),
    ),
    '',
  ].join('\n')
  const text = [
    '# What a lying gateway can achieve',
    '',
    ...Object.entries(outcomes).map(([name, words]) => `- ${name}: ${words}`),
    '',
    'In lists:',
    '',
    ...Object.entries(showings).map(([name, words]) => `- ${name}: ${words}`),
    '',
    '| answer | place | kind | lie | outcome | words | in lists |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...lines.map(
      ({ answer, leaf, mutation, outcome, showing }) =>
        `| ${answer} | ${leaf.path} | ${leaf.kind} | ${mutation} | ${outcome.kind} | ${outcome.words} | ${showing?.kind ?? ''} |`,
    ),
    '',
    '## Places that no answer of this run had',
    '',
    ...places.flatMap(({ template, never: missing }) =>
      missing.map((one) => `- ${template} ${one}`),
    ),
    '',
  ].join('\n')
  return { summary, text }
}

function describeLine(line: Line): string {
  const { answer, leaf, mutation, outcome, showing } = line
  const words = outcome.kind === 'believed' ? outcome.words : showing?.words
  return `${answer}: ${nameLeaf(leaf)}, ${mutation}: ${words}`
}
