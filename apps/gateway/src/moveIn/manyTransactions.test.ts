import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoAccounts, signTransaction } from '@covault/devnet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultSettings } from '../indexer/followedChain.js'
import { runMoveIn } from '../program/runMoveIn.js'
import { listHistoryLines } from '../store/history.js'
import { propose, toProposal } from '../testing/apiSuite.js'
import { openScene, type Scene } from '../testing/scene.js'
import { silent } from '../testing/silent.js'
import { createTestApp } from '../testing/testApp.js'
import {
  catchUp,
  createTestChain,
  expectSameAsChain,
} from '../testing/testWorld.js'

const { alice, bob, dave } = demoAccounts
const executed = 2_000
const queued = 300

let scene: Scene
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covault-many-'))
  scene = await openScene({ firstSalt: 91_000n })
}, 300_000)
afterAll(async () => {
  await scene?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Where a team has worked so far: years on the chain, much that waits. */
async function openOther() {
  const owners = [alice.address, bob.address]
  const safe = await scene.newSafe({ owners, threshold: 1 })
  await scene.send(safe.address, 10n ** 12n)
  await scene.payOften(safe, { count: executed, perBlock: 10 })
  const service = await createTestApp({
    rpcUrl: scene.devnet.url,
    database: await scene.world.openDatabase(),
    configuration: {
      access: { rateLimits: { writesPerSafePerMinute: 9_999 } },
    },
  })
  for (let index = 0; index < queued; index++) {
    const plan = {
      to: dave.address,
      value: 1n,
      nonce: BigInt(executed + index),
    }
    const signed = await signTransaction(safe, { plan, signers: [alice, bob] })
    const proposal = toProposal(signed, { sender: alice.address })
    const reply = await service.app.inject(propose(safe, proposal))
    expect(reply.statusCode, reply.body).toBeLessThan(300)
  }
  return { safe, service }
}

test('300 queued and 2,000 executed transactions move in within ten minutes @full', async () => {
  const { safe, service } = await openOther()
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 })
  const database = await scene.world.openDatabase()
  const config = join(folder, 'config.json')
  const chains = [{ chainId: 31337, rpcUrls: [scene.devnet.url] }]
  await writeFile(config, JSON.stringify({ chains }))
  const lines: string[] = []
  const started = performance.now()
  // With the calls, and as many a second, as are allowed unless told otherwise.
  const code = await runMoveIn({
    args: [
      ...['--from', `${url}/tx-service/local1`],
      ...['--safe', `local1:${safe.address}`],
      ...['--config', config, '--data', folder],
    ],
    environment: { DATABASE_URL: database.url },
    log: silent,
    print: (line) => lines.push(line),
  })
  const moved = performance.now()
  const text = lines.join('\n')
  expect(code, text).toBe(0)
  expect(text).toContain(`Transactions: ${queued} taken\n`)
  expect(text).toContain(`Signatures:   ${2 * queued} taken\n`)
  const chain = createTestChain({
    store: database.store,
    urls: [scene.devnet.url],
    settings: defaultSettings,
  })
  await catchUp(chain)
  const ended = performance.now()
  const history = await listHistoryLines(database.store, {
    chainId: 31337,
    safe: safe.address,
    upTo: 10n ** 12n,
  })
  const executions = history.filter((line) => line.startsWith('execution'))
  expect(executions).toHaveLength(executed)
  await expectSameAsChain(chain, [safe.address])
  const calls = Number(/was called (\d+) times/.exec(text)?.[1])
  process.stdout.write(
    `${queued} queued moved in ${Math.round((moved - started) / 1000)} s with ${calls} calls, ${executed} executed indexed in ${Math.round((ended - moved) / 1000)} s\n`,
  )
  expect(calls).toBeLessThan(20)
  expect(ended - started).toBeLessThan(600_000)
  await service.stop()
}, 1_800_000)
