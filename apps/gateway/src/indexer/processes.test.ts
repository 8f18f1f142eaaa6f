import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient, followLive, type LiveEvent } from '@covault/api'
import type { DeployedSafe } from '@covault/devnet'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runRecheck } from '../program/runRecheck.js'
import { readCursor } from '../store/cursors.js'
import { listHistoryLines } from '../store/history.js'
import { listenToOutbox } from '../store/listen.js'
import { openStore } from '../store/openStore.js'
import { isRunning } from '../store/processes.js'
import { readLearnedRanges } from '../store/rpcEndpoints.js'
import { readCount } from '../store/timeline.js'
import { readSync } from '../store/watches.js'
import { startFaultyRpc } from '../testing/faultyRpc.js'
import {
  type GatewayProcess,
  startGatewayProcess,
} from '../testing/gatewayProcess.js'
import { follow, openScene, type Scene, waitFor } from '../testing/scene.js'
import { silent } from '../testing/silent.js'
import { createTestApp } from '../testing/testApp.js'
import {
  createTestChain,
  expectSameAsChain,
  watch,
} from '../testing/testWorld.js'
import { followChain } from './followChain.js'
import type { FollowedChain } from './followedChain.js'

let scene: Scene
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covault-processes-'))
  scene = await openScene({ firstSalt: 9000n })
}, 600_000)
afterAll(async () => {
  await scene.stop()
  await rm(folder, { recursive: true, force: true })
})

async function countExecutions(chain: FollowedChain, safe: DeployedSafe) {
  const { store, chainId } = chain
  const upTo = 10n ** 12n
  const lines = await listHistoryLines(store, {
    chainId,
    safe: safe.address,
    upTo,
  })
  return lines.filter((line) => line.startsWith('execution')).length
}

test('13: a database that restarts during the backfill loses nothing, and is listened to again @full', async () => {
  const safe = await scene.newSafe()
  await scene.payOften(safe, { count: 3 })
  await scene.devnet.mine(20)
  const { store, url } = await scene.world.openDatabase()
  const node = await startFaultyRpc(scene.devnet.url)
  // The past is told down to a block, and no further before the restart.
  const head = await scene.devnet.client.getBlockNumber({ cacheTime: 0 })
  let isHeld = true
  node.setFault(({ method, params }) => {
    const [filter] = params as [{ fromBlock?: Hex } | undefined]
    const isOld = Number(filter?.fromBlock ?? head) < Number(head) - 10
    return isHeld && method === 'eth_getLogs' && isOld ? 'close' : undefined
  })
  const chain = createTestChain({ store, urls: [node.url], range: 1n })
  // Stays as it is: only how often is of interest.
  chain.ranges.learn = () => undefined
  const follower = followChain(chain, { databaseUrl: url })
  let calls = 0
  const listener = listenToOutbox({
    url,
    log: silent,
    onChange: () => calls++,
  })
  try {
    await waitFor('the start', async () => follower.progress.role === 'leader')
    await watch(chain, safe.address)
    await waitFor('a part of the past', async () => {
      const { percent } = await readSync(store, {
        chainId: 31337,
        safe: safe.address,
      })
      return percent > 0
    })
    const { synced } = await readSync(store, {
      chainId: 31337,
      safe: safe.address,
    })
    expect(synced).toBe(false)
    const former = scene.world.postgres.pid() ?? 0
    // What PostgreSQL itself calls a fast shutdown.
    process.kill(former, 'SIGINT')
    await waitFor('the end', async () => !isRunning(former))
    isHeld = false
    await waitFor(
      'all executions',
      async () => (await countExecutions(chain, safe)) === 3,
    )
    await scene.pay(safe, 1n)
    const before = calls
    await waitFor(
      'the next execution',
      async () => (await countExecutions(chain, safe)) === 4,
    )
    await waitFor('its announcement', async () => calls > before)
    await waitForAll(chain, safe)
  } finally {
    await listener.stop()
    await follower.stop()
    await node.stop()
  }
  await expectSameAsChain(
    createTestChain({ store, urls: [scene.devnet.url] }),
    [safe.address],
  )
}, 600_000)

test('13, 25: the live stream outlasts a restart of the database, and replays what a restart of the gateway missed @full', async () => {
  const safe = await scene.newSafe()
  const { store, url } = await scene.world.openDatabase()
  const chain = createTestChain({ store, urls: [scene.devnet.url] })
  await follow(chain, safe.address)
  const startApp = async (port: number) => {
    const rpcUrl = scene.devnet.url
    const { app, stop } = await createTestApp({
      rpcUrl,
      database: { url, store },
    })
    return { baseUrl: await app.listen({ host: '127.0.0.1', port }), stop }
  }
  let gateway = await startApp(0)
  const { baseUrl } = gateway
  const reader = new AbortController()
  const told: LiveEvent[] = []
  const reading = (async () => {
    const stream = followLive(createClient({ baseUrl }), {
      safes: [{ chainId: 31337, address: safe.address }],
      signal: reader.signal,
      lastEventId: undefined,
    })
    for await (const event of stream) told.push(event)
  })()
  const hears = ({ receipt }: { receipt: { blockNumber: bigint } }) =>
    waitFor(`block ${receipt.blockNumber} on the stream`, () =>
      told.some(
        ({ name, block }) =>
          name === 'history' && block === Number(receipt.blockNumber),
      ),
    )
  const follower = followChain(chain, { databaseUrl: url })
  try {
    await waitFor('the greeting', () => told.length > 0)
    await hears(await scene.pay(safe, 1n))
    const former = scene.world.postgres.pid() ?? 0
    process.kill(former, 'SIGINT')
    await waitFor('the end', () => !isRunning(former))
    await hears(await scene.pay(safe, 2n))
    await gateway.stop()
    const missed = await scene.pay(safe, 3n)
    await waitFor(
      'the execution',
      async () => (await countExecutions(chain, safe)) === 3,
    )
    gateway = await startApp(Number(new URL(baseUrl).port))
    await hears(missed)
  } finally {
    reader.abort()
    await reading.catch(() => undefined)
    await follower.stop()
    await gateway.stop()
  }
  const ids = told
    .filter(({ name }) => name !== 'hello')
    .map(({ id }) => Number(id))
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
  await expectSameAsChain(chain, [safe.address])
}, 600_000)

test('7, 8: a gateway answers while its node hangs, goes on with the next one and keeps what it learned @full', async () => {
  const safe = await scene.newSafe()
  await scene.devnet.mine(20)
  await scene.pay(safe, 1n)
  const { store, url } = await scene.world.openDatabase()
  const chain = createTestChain({ store, urls: [scene.devnet.url] })
  const [silentNode, narrowNode] = [
    await startFaultyRpc(scene.devnet.url),
    await startFaultyRpc(scene.devnet.url),
  ]
  let refused = 0
  let asked = 0
  narrowNode.setFault(({ method, params }) => {
    const filter = params[0] as { fromBlock?: Hex; toBlock?: Hex } | undefined
    if (method !== 'eth_getLogs' || !filter?.fromBlock || !filter.toBlock)
      return undefined
    if (Number(filter.toBlock) - Number(filter.fromBlock) < 8)
      // Now and then an error page of something in between.
      return ++asked % 23 === 0
        ? { status: 502, body: '<html>Bad gateway</html>' }
        : undefined
    refused++
    return { error: { code: -32602, message: 'block range too large' } }
  })
  const gateway = await startGatewayProcess({
    folder,
    databaseUrl: url,
    rpcUrls: [silentNode.url, narrowNode.url],
  })
  try {
    await waitFor('the start', () => hasCursor(chain))
    await watch(chain, safe.address)
    silentNode.setFault(() => 'hang')
    await scene.pay(safe, 1n)
    const isSettled = async () =>
      (await countExecutions(chain, safe)) === 2 && isUpToDate(chain, safe)
    let answered = 0
    const goesOn = async () => {
      if (await isSettled()) return true
      const reply = await fetch(`${gateway.url}/health/live`)
      expect(reply.status).toBe(200)
      answered++
      return false
    }
    await waitFor('both executions', goesOn, 300_000)
    // Again and again while questions to the first node hang.
    expect(answered).toBeGreaterThan(0)
    expect(refused).toBeGreaterThan(0)
  } finally {
    await gateway.stop()
    await Promise.all([silentNode.stop(), narrowNode.stop()])
  }
  const ranges = [...(await readLearnedRanges(store, 31337)).values()]
  expect(ranges.some((range) => range <= 12n)).toBe(true)
  await expectSameAsChain(chain, [safe.address])
}, 600_000)

test('11: when the leading process is killed, another takes over without loss or doubles @full', async () => {
  const safe = await scene.newSafe()
  const { store, url } = await scene.world.openDatabase()
  const chain = createTestChain({ store, urls: [scene.devnet.url] })
  const start = () =>
    startGatewayProcess({
      folder,
      databaseUrl: url,
      rpcUrls: [scene.devnet.url],
      args: ['--role', 'indexer'],
    })
  const first = await start()
  const second = await start()
  try {
    await waitFor(
      'a leader',
      async () => (await findLeader([first, second])) !== undefined,
    )
    await watch(chain, safe.address)
    await waitForAll(chain, safe)
    const leader = (await findLeader([first, second])) ?? first
    await scene.pay(safe, 1n)
    leader.child.kill('SIGKILL')
    await leader.ended
    await scene.pay(safe, 1n)
    await waitFor(
      'both executions',
      async () => (await countExecutions(chain, safe)) === 2,
    )
    await waitForAll(chain, safe)
    await expectSameAsChain(chain, [safe.address])
  } finally {
    for (const { child } of [first, second]) child.kill('SIGKILL')
  }
}, 600_000)

async function findLeader(
  processes: readonly GatewayProcess[],
): Promise<GatewayProcess | undefined> {
  for (const each of processes) {
    const metrics = await fetch(`${each.url}/metrics`).then(
      (reply) => reply.text(),
      () => '',
    )
    if (metrics.includes('covault_leader{chain="31337"} 1')) return each
  }
  return undefined
}

test('killed at a random moment after a block, 2 rounds: nothing lost, nothing doubled', async () => {
  await runKillRounds(2)
}, 600_000)

test('killed at a random moment after a block, 20 rounds: nothing lost, nothing doubled @full', async () => {
  await runKillRounds(20)
}, 2_400_000)

async function runKillRounds(rounds: number): Promise<void> {
  const seed = Number(process.env.COVAULT_SEED ?? Date.now() % 1_000_000)
  process.stdout.write(`${rounds} kills, seed ${seed}\n`)
  let state = seed
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  const safe = await scene.newSafe()
  const { store, url } = await scene.world.openDatabase()
  const chain = createTestChain({ store, urls: [scene.devnet.url] })
  const parameters = { folder, databaseUrl: url, rpcUrls: [scene.devnet.url] }
  for (let round = 0; round < rounds; round++) {
    const gateway = await startGatewayProcess(parameters)
    try {
      if (round === 0) {
        await waitFor('the start', () => hasCursor(chain))
        await watch(chain, safe.address)
      }
      await scene.pay(safe, 1n)
      await delay(random() * 500)
    } finally {
      gateway.child.kill('SIGKILL')
      await gateway.ended
    }
  }
  const last = await startGatewayProcess(parameters)
  try {
    await waitForAll(chain, safe)
  } finally {
    await last.stop()
  }
  expect(await last.ended).toBe(0)
  await expectSameAsChain(chain, [safe.address])
  expect(await countExecutions(chain, safe)).toBe(rounds)
  await expectCommandToAgree({ databaseUrl: url, safe })
}

/** The re-check command says so, and says what differs when a row is missing. */
async function expectCommandToAgree(parameters: {
  databaseUrl: string
  safe: DeployedSafe
}): Promise<void> {
  const { databaseUrl, safe } = parameters
  const config = join(folder, 'recheck.json')
  const rpcUrls = [scene.devnet.url]
  await writeFile(
    config,
    JSON.stringify({ chains: [{ chainId: 31337, rpcUrls }] }),
  )
  const lines: string[] = []
  const recheck = () =>
    runRecheck({
      args: ['--config', config, '--safe', `local1:${safe.address}`],
      environment: { DATABASE_URL: databaseUrl },
      log: silent,
      print: (line) => lines.push(line),
    })
  expect(await recheck()).toBe(0)
  expect(lines).toEqual([`${safe.address} is stored as it is on chain 31337.`])
  const store = await openStore({ url: databaseUrl, log: silent })
  await store.deleteFrom('transfer').where('direction', '=', 'in').execute()
  await store.destroy()
  expect(await recheck()).toBe(1)
  expect(lines[1]).toMatch(/^missing: transfer .* native in /)
}

/** The present is followed, and the past read down to how the safe began. */
async function waitForAll(
  chain: FollowedChain,
  safe: DeployedSafe,
): Promise<void> {
  const { store, chainId } = chain
  await waitFor('the present', () => isUpToDate(chain, safe))
  await waitFor('the creation', async () => {
    const list = 'history'
    // What the safe was given, and its creation, beside every payment.
    return (
      (await readCount(store, { chainId, safe: safe.address, list })) >=
      (await countExecutions(chain, safe)) + 2
    )
  })
}

async function isUpToDate(
  { store, chainId }: FollowedChain,
  safe: DeployedSafe,
): Promise<boolean> {
  const cursor = await readCursor(store, chainId)
  const head = await scene.devnet.client.getBlockNumber({ cacheTime: 0 })
  const { synced } = await readSync(store, { chainId, safe: safe.address })
  return synced && cursor?.number === head
}

async function hasCursor({ store }: FollowedChain): Promise<boolean> {
  const rows = await store.selectFrom('cursor').select('number').execute()
  return rows.length > 0
}
