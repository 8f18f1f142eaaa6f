import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, followLive, type LiveEventName } from '@covault/api'
import {
  type DeployedSafe,
  demoAccounts,
  deploySafe,
  runTransaction,
  signTransaction,
} from '@covault/devnet'
import { hashSafeMessage } from '@covault/protocol'
import pg from 'pg'
import { expect, type TestContext, test } from 'vitest'
import { sign, toProposal } from './testing/apiSuite.js'
import { startProcess } from './testing/bridgedGateways.js'
import { createTestDatabase } from './testing/createTestDatabase.js'
import { findFreePort } from './testing/findFreePort.js'
import {
  type FormerRelease,
  openFormerRelease,
} from './testing/formerRelease.js'
import { waitFor } from './testing/scene.js'
import { startTestWorld, type TestWorld } from './testing/testWorld.js'

const { alice, bob, dave } = demoAccounts
const chain = '/v1/chains/31337'

/** A process that serves and indexes. */
type Served = { url: string; end(): Promise<unknown> }

test('the release before a migration works beside the one after it, in either order @full', async (context) => {
  const former = await openFormer(context)
  const world = await startTestWorld()
  const closers: (() => Promise<unknown>)[] = [former.remove, world.stop]
  try {
    const databaseUrl = await createTestDatabase(world.postgres.url)
    const start = async (script?: string) => {
      const served = await startOne(world, { databaseUrl, script })
      closers.push(served.end)
      return served
    }
    const older = await start(former.script)
    await workWith(world, { writer: older, reader: older })

    expect(await listMigrations(databaseUrl)).not.toContain(former.migration)

    const newer = await start()
    expect(await listMigrations(databaseUrl)).toContain(former.migration)
    await workWith(world, { writer: older, reader: newer })
    await workWith(world, { writer: newer, reader: older })

    // The older one leads the index until it ends.
    await older.end()
    await workWith(world, { writer: newer, reader: newer })
    const restarted = await start(former.script)
    await workWith(world, { writer: restarted, reader: newer })
    await newer.end()
    await workWith(world, { writer: restarted, reader: restarted })
  } finally {
    for (const close of closers.reverse()) await close()
  }
}, 900_000)

async function openFormer(context: TestContext): Promise<FormerRelease> {
  const former = await openFormerRelease()
  return (
    former ??
    context.skip('This checkout has no history: git fetch --unshallow')
  )
}

async function listMigrations(connectionString: string): Promise<string[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query('select name from kysely_migration')
  await client.end()
  return rows.map(({ name }) => name)
}

async function startOne(
  { devnet }: TestWorld,
  { databaseUrl, script }: { databaseUrl: string; script?: string | undefined },
): Promise<Served> {
  const folder = await mkdtemp(join(tmpdir(), 'covault-rolling-'))
  const file = join(folder, 'config.json')
  const port = await findFreePort()
  await writeFile(
    file,
    JSON.stringify({
      port,
      data: folder,
      chains: [{ chainId: 31337, rpcUrls: [devnet.url], pollSeconds: 0.1 }],
      following: { blocksBeforeCreation: 0 },
    }),
  )
  await writeFile(join(folder, 'index.html'), '<title>Covault</title>')
  await writeFile(
    join(folder, 'document.json'),
    '{"scriptHashes":[],"styleHashes":[],"pageFiles":{},"integrity":{}}',
  )
  const environment = { DATABASE_URL: databaseUrl }
  const end = await startProcess([file, folder], environment, script)
  return {
    url: `http://127.0.0.1:${port}`,
    async end() {
      await end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

let saltNonce = 29_000n

/** Proposes, confirms, signs, executes; whatever one is told the other answers. */
async function workWith(
  world: TestWorld,
  { writer, reader }: { writer: Served; reader: Served },
): Promise<void> {
  const safe = await deploySafe(world.devnet, {
    owners: [alice.address, bob.address],
    ...{ threshold: 2, saltNonce: ++saltNonce },
  })
  const plan = { to: dave.address, value: 0n, nonce: 0n }
  const path = `${chain}/safes/${safe.address}`
  for (const served of [writer, reader])
    await waitFor('the safe', async () => {
      const { threshold } = await ask(served, path)
      return threshold === 2
    })
  const live = listen(reader, safe)
  await waitFor('the stream', () => live.told('hello'))
  const signed = await signTransaction(safe, { plan, signers: [alice] })
  const transaction = `${chain}/transactions/${signed.safeTxHash}`
  await send(
    writer,
    `${chain}/transactions/${safe.address}/propose`,
    toProposal(signed, { sender: alice.address }),
  )
  await waitFor('the live event', () => live.told('queue'))
  expect(await list(reader, `${path}/transactions/queued`)).toHaveLength(1)
  await send(reader, `${transaction}/confirmations`, {
    signature: await sign(bob, signed.safeTxHash),
  })
  await waitFor('both confirmations', async () => {
    const details = await ask(writer, transaction)
    return details.detailedExecutionInfo?.confirmations.length === 2
  })
  await signMessages({ writer, reader }, safe)
  await runTransaction(world.devnet, safe, { plan, signers: [alice, bob] })
  for (const served of [writer, reader])
    await waitFor('the execution', async () => {
      const details = await ask(served, transaction)
      return details.txStatus === 'SUCCESS'
    })
  await waitFor('the live event', () => live.told('history'))
  for (const served of [writer, reader]) {
    expect(await list(served, `${path}/transactions/queued`)).toEqual([])
    expect(await list(served, `${path}/multisig-transactions`)).toHaveLength(1)
  }
  await live.end()
}

async function signMessages(
  { writer, reader }: { writer: Served; reader: Served },
  safe: DeployedSafe,
): Promise<void> {
  const { address, version } = safe
  const message = 'Both releases know this.'
  const hash = hashSafeMessage(
    { ...{ chainId: 31337, safe: address, version } },
    message,
  )
  const path = `${chain}/safes/${address}/messages`
  await send(writer, path, { message, signature: await sign(alice, hash) })
  await send(reader, `${chain}/messages/${hash}/signatures`, {
    signature: await sign(bob, hash),
  })
  await waitFor('the message', async () => {
    const { status } = await ask(writer, `${chain}/messages/${hash}`)
    return status === 'CONFIRMED'
  })
}

/** What a stream of one safe has told so far. */
function listen({ url }: Served, { address }: DeployedSafe) {
  const told = new Set<LiveEventName>()
  const ending = new AbortController()
  const stream = followLive(createClient({ baseUrl: url }), {
    safes: [{ chainId: 31337, address }],
    signal: ending.signal,
  })
  const reading = (async () => {
    for await (const { name } of stream) told.add(name)
  })()
  return {
    told: (name: LiveEventName) => told.has(name),
    async end() {
      ending.abort()
      await reading
    },
  }
}

type Answer = {
  threshold?: number
  results?: { type: string }[]
  detailedExecutionInfo?: { confirmations: unknown[] }
  status?: string
  txStatus?: string
}

async function ask({ url }: Served, path: string): Promise<Answer> {
  const reply = await fetch(`${url}${path}`)
  expect(reply.status, path).toBe(200)
  return (await reply.json()) as Answer
}

async function list(served: Served, path: string) {
  const { results = [] } = await ask(served, path)
  return results.filter(({ type }) => type === 'TRANSACTION')
}

async function send({ url }: Served, path: string, body: object) {
  const reply = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(reply.ok, `${path}: ${await reply.text()}`).toBe(true)
}
