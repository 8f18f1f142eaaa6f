import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { demoAccounts } from '@covault/devnet'
import { buildRejection, hashSafeTransaction } from '@covault/protocol'
import type { Address, Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoGateway, shareDemoGateway } from '../demoGateway.js'

const chainId = 31337
const { alice } = demoAccounts

let demo: DemoGateway
let safe: Address

beforeAll(async () => {
  demo = await shareDemoGateway()
  // Another than the one that the suites before have flooded.
  const own = demo.world.safes.find(({ name }) => name === 'Alice alone')
  safe = own?.address ?? '0x'
}, 300_000)
afterAll(() => demo?.stop())

async function killDatabase(): Promise<void> {
  const file = join(demo.databaseFolder, 'postmaster.pid')
  const pid = Number.parseInt(await readFile(file, 'utf8'), 10)
  process.kill(pid, 'SIGKILL')
}

type Outcome = { status: number; hash: Hex; retryAfter: number }

async function propose(nonce: bigint): Promise<Outcome> {
  const transaction = buildRejection({ safe, nonce })
  const hash = hashSafeTransaction(
    { chainId, safe, version: '1.4.1' },
    transaction,
  )
  const reply = await fetch(
    `${demo.url}/v1/chains/${chainId}/transactions/${safe}/propose`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...transaction,
        value: '0',
        safeTxGas: '0',
        baseGas: '0',
        gasPrice: '0',
        nonce: String(nonce),
        safeTxHash: hash,
        sender: alice.address,
        signature: await alice.sign({ hash }),
      }),
    },
  )
  await reply.text()
  const retryAfter = Number(reply.headers.get('retry-after'))
  return { status: reply.status, hash, retryAfter }
}

const read = (path: string) => fetch(`${demo.url}/v1/chains/${chainId}${path}`)

/** A read may be answered from what was read before; readiness may not. */
async function waitUntilReady(): Promise<void> {
  await expect
    .poll(async () => (await fetch(`${demo.url}/health/ready`)).status, {
      timeout: 60_000,
      interval: 50,
    })
    .toBe(200)
}

let nonce = 100n
function write(isDone: () => boolean): {
  accepted: Hex[]
  statuses: Set<number>
  ended: Promise<unknown>
} {
  const accepted: Hex[] = []
  const statuses = new Set<number>()
  const work = async () => {
    while (!isDone()) {
      const { status, hash, retryAfter } = await propose(nonce++)
      // A fast machine writes more in a minute than a safe may be written.
      if (status === 429) {
        expect(retryAfter).toBeGreaterThan(0)
        await delay(retryAfter * 1000)
        continue
      }
      statuses.add(status)
      if (status === 200) accepted.push(hash)
      statuses.add((await read(`/safes/${safe}`)).status)
    }
  }
  const ended = Promise.all([work(), work(), work(), work()])
  return { accepted, statuses, ended }
}

test(
  'scenario 13: a database that dies under load loses nothing that was acknowledged',
  () => killUnderLoad({ rounds: 1, acceptedPerRound: 12 }),
  180_000,
)

test(
  'scenario 13: the same of one that dies again and again @full',
  () => killUnderLoad({ rounds: 4, acceptedPerRound: 40 }),
  300_000,
)

async function killUnderLoad(parameters: {
  rounds: number
  acceptedPerRound: number
}): Promise<void> {
  const { rounds, acceptedPerRound } = parameters
  let done = false
  const { accepted, statuses, ended } = write(() => done)
  const waitForMore = async () => {
    const wanted = accepted.length + acceptedPerRound
    await expect
      .poll(() => accepted.length, { timeout: 60_000, interval: 20 })
      .toBeGreaterThanOrEqual(wanted)
  }
  for (let round = 0; round < rounds; round++) {
    await waitForMore()
    await killDatabase()
    await waitUntilReady()
  }
  await waitForMore()
  done = true
  await ended
  await waitUntilReady()
  // Answers are either right or say that the service is away.
  expect([...statuses].filter((status) => status !== 503)).toEqual([200])
  for (const hash of accepted)
    await expect
      .poll(async () => (await read(`/transactions/${hash}`)).status)
      .toBe(200)
}
