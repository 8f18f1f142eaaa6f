import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type DeployedSafe,
  type Devnet,
  demoAccounts,
  deploySafe,
  deploySafeContracts,
  signTransaction,
  startDevnet,
} from '@covault/devnet'
import type { Hex } from 'viem'
import { expect, type TestContext, test } from 'vitest'
import { readConfig } from './config.js'
import { startGateway } from './startGateway.js'
import { sign, toProposal } from './testing/apiSuite.js'
import { findFreePort } from './testing/findFreePort.js'
import {
  type GatewayProcess,
  startGatewayProcess,
} from './testing/gatewayProcess.js'
import { hasPgbouncer, startPgbouncer } from './testing/pgbouncer.js'
import {
  findSystemBinaries,
  startPostgresCluster,
} from './testing/postgresCluster.js'
import { waitFor } from './testing/scene.js'
import { sendBlock } from './testing/sendBlock.js'
import { silent } from './testing/silent.js'

const { alice, bob, dave } = demoAccounts
const chainId = 31337
const rounds = Number(process.env.COVAULT_FAILOVERS ?? 20)

test('20 random failovers of the database under load lose and double nothing @full', async (context) => {
  await skipWithout(context)
  const world = await openWorld()
  try {
    const load = startLoad(world)
    const found: number[] = []
    for (let round = 0; round < rounds; round++) {
      await delay(1_000 + Math.random() * 4_000)
      const acknowledged = load.facts.acknowledged.size
      const { cluster } = world
      const lost = cluster.primary()
      const began = performance.now()
      await cluster.kill(lost)
      await delay(Math.random() * 1_000)
      await cluster.promote()
      await waitFor(
        'a write after the failover',
        () => load.facts.acknowledged.size > acknowledged,
      )
      found.push(performance.now() - began)
      await sendBlock(world.devnet, [
        { account: dave, to: world.safes[0].address, value: 1n },
      ])
      await cluster.rejoin(lost)
    }
    await load.stop()
    const report = await examine(world, load.facts)
    tell({ ...report, 'longest time without writes (ms)': Math.max(...found) })
    expect(report).toMatchObject({
      'acknowledged writes lost': 0,
      'writes doubled': 0,
      'leaders doubled': 0,
      'live events before their row': 0,
      'answers that are neither right nor 503': 0,
      'answers 503 without Retry-After': 0,
    })
    expect(report['reads available (%)']).toBeGreaterThanOrEqual(99)
  } finally {
    await world.stop()
  }
}, 1_200_000)

async function skipWithout(context: TestContext): Promise<void> {
  if (!(await findSystemBinaries()))
    context.skip('PostgreSQL is not installed: apt-get install postgresql-15')
  if (!(await hasPgbouncer()))
    context.skip('pgbouncer is not installed: apt-get install pgbouncer')
}

type World = Awaited<ReturnType<typeof openWorld>>

/** A primary and two replicas behind poolers, one API process and two indexers. */
async function openWorld() {
  const folder = await mkdtemp(join(tmpdir(), 'covault-failovers-'))
  const closers: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const cluster = await startPostgresCluster({ size: 3, synchronous: true })
    closers.push(cluster.stop)
    const poolers = await Promise.all(
      cluster.servers.map((server) => startPgbouncer(cluster, server)),
    )
    closers.push(() => Promise.all(poolers.map((pooler) => pooler.stop())))
    const name = (places: readonly { port: number }[], wanted: string) =>
      `postgresql://covault@${places.map(({ port }) => `127.0.0.1:${port}`)}/postgres?target_session_attrs=${wanted}`
    const environment = {
      DATABASE_URL: name(poolers, 'read-write'),
      DATABASE_DIRECT_URL: name(cluster.servers, 'read-write'),
      DATABASE_READ_URL: name(poolers, 'prefer-standby'),
    }
    const devnet = await startDevnet({ chainId, noMining: true })
    closers.push(() => devnet.stop())
    await deploySafeContracts(devnet)
    const safes = (await deploySafes(devnet)) as [DeployedSafe]
    const url = await startApi({ folder, devnet, environment, closers })
    const indexers = await Promise.all(
      [0, 1].map(() =>
        startGatewayProcess({
          ...{ folder, environment, rpcUrls: [devnet.url] },
          databaseUrl: environment.DATABASE_URL,
        }),
      ),
    )
    const leading = indexers.map(followLeadership)
    closers.push(() => Promise.all(indexers.map((each) => each.stop())))
    return { cluster, devnet, safes, url, leading, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** So many that no owner has too much waiting in one. */
async function deploySafes(devnet: Devnet): Promise<DeployedSafe[]> {
  const safes: DeployedSafe[] = []
  for (let saltNonce = 1n; saltNonce <= 12n; saltNonce++)
    safes.push(
      await deploySafe(devnet, {
        ...{ owners: [alice.address, bob.address], threshold: 2, saltNonce },
      }),
    )
  return safes
}

async function startApi(parameters: {
  folder: string
  devnet: Devnet
  environment: Record<string, string>
  closers: (() => Promise<unknown>)[]
}): Promise<string> {
  const { folder, devnet, environment, closers } = parameters
  const file = join(folder, 'config.json')
  const rateLimits = { writesPerSafePerMinute: 100_000 }
  await writeFile(
    file,
    JSON.stringify({
      ...{ port: await findFreePort(), data: folder, access: { rateLimits } },
      chains: [{ chainId, rpcUrls: [devnet.url], pollSeconds: 0.1 }],
    }),
  )
  await writeFile(join(folder, 'index.html'), '<title>Covault</title>')
  await writeFile(
    join(folder, 'document.json'),
    '{"scriptHashes":[],"styleHashes":[]}',
  )
  const config = await readConfig(
    ['--config', file, '--role', 'api'],
    environment,
  )
  const gateway = await startGateway({ config, log: silent, webFolder: folder })
  closers.push(() => gateway.stop())
  return gateway.url
}

/** When a process leads, by what it logs. */
type Leading = { from: number; to: number }[]

function followLeadership({ child }: GatewayProcess): Leading {
  const spans: Leading = []
  let rest = ''
  child.stdout?.on('data', (chunk) => {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const isBegin = line.includes('This process indexes the chain')
      const isEnd =
        line.includes('This process no longer leads') &&
        line.includes('"chainId"')
      if (!isBegin && !isEnd) continue
      const at = Date.parse(JSON.parse(line).time)
      const last = spans.at(-1)
      if (isBegin) spans.push({ from: at, to: Number.POSITIVE_INFINITY })
      else if (last) last.to = at
    }
  })
  return spans
}

type Facts = {
  /** Proposals and confirmations, by the hash of their transaction. */
  acknowledged: Map<Hex, { safe: DeployedSafe; confirmed: boolean }>
  refused: number
  withoutRetryAfter: number
  wrong: string[]
  reads: number
  readsFailed: number
  /** Of these, without an answer in time. */
  readsLate: number
  events: number
  early: number
}

type Load = { facts: Facts; stop(): Promise<void> }

function startLoad(world: World): Load {
  const facts: Facts = {
    acknowledged: new Map(),
    refused: 0,
    withoutRetryAfter: 0,
    wrong: [],
    reads: 0,
    readsFailed: 0,
    readsLate: 0,
    events: 0,
    early: 0,
  }
  const stopping = new AbortController()
  const { signal } = stopping
  const works = [
    ...[0, 1, 2].map((worker) => writeOften(world, facts, { worker, signal })),
    readOften(world, facts, signal),
    listen(world, facts, signal),
  ]
  return {
    facts,
    async stop() {
      stopping.abort()
      await Promise.all(works)
    },
  }
}

/** Each worker has a third of the safes, so that nonces are its own. */
async function writeOften(
  { url, safes }: World,
  facts: Facts,
  { worker, signal }: { worker: number; signal: AbortSignal },
): Promise<void> {
  const own = safes.filter((_, index) => index % 3 === worker)
  for (let turn = 0; !signal.aborted; turn++) {
    const safe = own[turn % own.length] as DeployedSafe
    const nonce = BigInt(Math.floor(turn / own.length))
    const signed = await signTransaction(safe, {
      ...{ plan: { to: dave.address, value: 1n, nonce }, signers: [alice] },
    })
    const { safeTxHash } = signed
    const base = `${url}/v1/chains/${chainId}/transactions`
    const proposal = toProposal(signed, { sender: alice.address })
    await insist(facts, `${base}/${safe.address}/propose`, proposal)
    const fact = { safe, confirmed: false }
    facts.acknowledged.set(safeTxHash, fact)
    const signature = await sign(bob, safeTxHash)
    await insist(facts, `${base}/${safeTxHash}/confirmations`, { signature })
    fact.confirmed = true
    await delay(50)
  }
}

/** As a client does that is told to come back: the same once more. */
async function insist(facts: Facts, url: string, body: object): Promise<void> {
  for (;;) {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await reply.text()
    if (reply.ok) return
    if (reply.status !== 503) {
      facts.wrong.push(`${reply.status} ${text}`)
      return
    }
    facts.refused++
    if (!reply.headers.get('retry-after')) facts.withoutRetryAfter++
    await delay(200)
  }
}

/** Ten times a second, whatever became of the one before. */
async function readOften(
  { url, safes }: World,
  facts: Facts,
  signal: AbortSignal,
): Promise<void> {
  const readOne = async (path: string) => {
    facts.reads++
    const status = await fetch(`${url}${path}`, {
      signal: AbortSignal.timeout(5_000),
    }).then(
      (reply) => reply.text().then(() => reply.status),
      () => 0,
    )
    if (status === 200) return
    facts.readsFailed++
    if (status === 0) facts.readsLate++
    if (status !== 503 && status !== 0) facts.wrong.push(`${status} ${path}`)
  }
  const asked: Promise<void>[] = []
  for (let turn = 0; !signal.aborted; turn++) {
    const { address } = safes[turn % safes.length] as DeployedSafe
    const hash = [...facts.acknowledged.keys()].at(-1)
    const chain = `/v1/chains/${chainId}`
    const paths = [
      `${chain}/safes/${address}`,
      `${chain}/safes/${address}/transactions/queued`,
      `${chain}/safes/${address}/transactions/history`,
      `${chain}/safes/${address}/multisig-transactions`,
      ...(hash ? [`${chain}/transactions/${hash}`] : []),
    ]
    asked.push(readOne(paths[turn % paths.length] ?? ''))
    await delay(100)
  }
  await Promise.all(asked)
}

/** Reads what it is told of, as soon as it is told. */
async function listen(
  { url, safes }: World,
  facts: Facts,
  signal: AbortSignal,
): Promise<void> {
  const wanted = safes.map(({ address }) => `${chainId}:${address}`).join(',')
  const check = async (ref: string) => {
    facts.events++
    const path = `/v1/chains/${chainId}/transactions/${ref}`
    const reply = await fetch(`${url}${path}`)
    await reply.text()
    if (reply.status === 404) facts.early++
  }
  while (!signal.aborted)
    try {
      const reply = await fetch(`${url}/v1/live?safes=${wanted}`, { signal })
      let rest = ''
      for await (const chunk of reply.body ?? []) {
        const parts = (rest + Buffer.from(chunk).toString()).split('\n\n')
        rest = parts.pop() ?? ''
        for (const part of parts) {
          const data = /^data: (.*)$/m.exec(part)?.[1]
          const { ref } = JSON.parse(data ?? '{}') as { ref?: string | null }
          if (ref?.startsWith('multisig_')) await check(ref)
        }
      }
    } catch {
      await delay(100)
    }
}

async function examine(world: World, facts: Facts) {
  const { cluster, devnet, safes, url } = world
  const [first] = safes
  const primary = cluster.primary()
  const rows = await cluster.query(
    primary,
    `select '0x' || encode(safe_tx_hash, 'hex') as hash,
      (select count(*)::int from confirmation
        where confirmation.safe_tx_hash = multisig_tx.safe_tx_hash) as signers
      from multisig_tx`,
  )
  const signers = new Map(rows.map(({ hash, signers }) => [hash, signers]))
  const lost = [...facts.acknowledged].filter(
    ([hash, { confirmed }]) =>
      Number(signers.get(hash) ?? 0) < (confirmed ? 2 : 1),
  )
  const head = await devnet.client.getBlockNumber({ cacheTime: 0 })
  const countReceived = async () => {
    const found = await cluster.query(
      primary,
      `select count(*)::int as count from transfer where safe = '\\x${first.address.slice(2)}'`,
    )
    return Number(found[0]?.count)
  }
  await waitFor(
    `block ${head}`,
    async () => (await countReceived()) >= rounds,
    60_000,
  )
  await fetch(`${url}/health/live`)
  return {
    failovers: rounds,
    'writes acknowledged': [...facts.acknowledged.values()].reduce(
      (sum, { confirmed }) => sum + (confirmed ? 2 : 1),
      0,
    ),
    'writes answered 503': facts.refused,
    'acknowledged writes lost': lost.length,
    'writes doubled':
      rows.length -
      signers.size +
      rows.filter((row) => Number(row.signers) > 2).length +
      ((await countReceived()) - rounds),
    'leaders doubled': countOverlaps(world.leading),
    'times a process began to lead': world.leading.flat().length,
    'reads asked': facts.reads,
    'reads available (%)':
      Math.round(10_000 * (1 - facts.readsFailed / facts.reads)) / 100,
    'reads without an answer in 5 s': facts.readsLate,
    'live events read back': facts.events,
    'live events before their row': facts.early,
    'answers that are neither right nor 503': facts.wrong.length,
    'answers 503 without Retry-After': facts.withoutRetryAfter,
  }
}

function countOverlaps([first = [], second = []]: readonly Leading[]): number {
  return first.filter((a) => second.some((b) => a.from < b.to && b.from < a.to))
    .length
}

function tell(report: Record<string, number>): void {
  const lines = Object.entries(report).map(
    ([name, value]) => `${name.padEnd(42)}${Math.round(value * 100) / 100}`,
  )
  process.stdout.write(`\n${lines.join('\n')}\n`)
}
