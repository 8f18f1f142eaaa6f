import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createApp } from '../app.js'
import { openChain } from '../chain/client.js'
import { readConfig } from '../config.js'
import { createMetrics } from '../http/metrics.js'
import type { Store } from '../store/openStore.js'
import { silent } from './silent.js'

export type TestApp = {
  app: FastifyInstance
  store: Store
  stop(): Promise<void>
}

/** The API over a chain and a database, without an indexer. */
export async function createTestApp(parameters: {
  rpcUrl: string
  database: { url: string; store: Store }
  chainId?: number
  configuration?: object
  /** How long answers wait for a node; tests share few cores. */
  withinMs?: number | undefined
}): Promise<TestApp> {
  const { rpcUrl, database, chainId = 31337, configuration } = parameters
  const { withinMs = 20_000 } = parameters
  const folder = await mkdtemp(join(tmpdir(), 'covault-api-'))
  const file = join(folder, 'config.json')
  const chains = [{ chainId, rpcUrls: [rpcUrl] }]
  const following = { blocksBeforeCreation: 0 }
  await writeFile(file, JSON.stringify({ chains, following, ...configuration }))
  await writeFile(join(folder, 'index.html'), '<title>Covault</title>')
  await writeFile(
    join(folder, 'document.json'),
    '{"scriptHashes":[],"styleHashes":[]}',
  )
  const config = await readConfig(['--config', file, '--data', folder], {
    DATABASE_URL: database.url,
  })
  const app = await createApp({
    config,
    log: silent,
    store: database.store,
    databaseUrl: database.url,
    chains: config.chains.map((chain) => openChain(chain, { withinMs })),
    progress: new Map(),
    metrics: createMetrics(),
    webFolder: folder,
  })
  return {
    app,
    store: database.store,
    async stop() {
      await app.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** In one of the wire's three forms. */
export type Refusal = {
  statusCode?: number
  code?: number | string
  path?: readonly string[]
  message: string
  /** What the form had to be. */
  expected?: string
  origin?: string
  maximum?: number
  inclusive?: boolean
}

/** That a request is answered so, and that it left nothing behind. */
export async function expectRefused(
  { app, store }: Pick<TestApp, 'app' | 'store'>,
  request: InjectOptions,
  answer: Refusal,
): Promise<void> {
  const before = await countRows(store)
  const reply = await app.inject(request)
  expect(reply.json()).toEqual(answer)
  expect(reply.statusCode).toBe(answer.statusCode ?? answer.code)
  expect(await countRows(store)).toEqual(before)
}

const tables = [
  ...['multisig_tx', 'confirmation', 'message', 'message_confirmation'],
  ...['delegate', 'outbox', 'watch', 'safe', 'safe_state', 'session'],
]

export async function countRows(store: Store): Promise<Record<string, bigint>> {
  const counts: Record<string, bigint> = {}
  for (const table of tables) {
    const { rows } = await sql<{ count: bigint }>`
      select count(*) from ${sql.table(table)}
    `.execute(store)
    counts[table] = rows[0]?.count ?? 0n
  }
  return counts
}

/** Where the database of a store is, for a second process beside it. */
export async function findDatabase(
  serverUrl: string,
  store: Store,
): Promise<{ url: string; store: Store }> {
  const { rows } = await sql<{ name: string }>`
    select current_database() as name
  `.execute(store)
  const url = new URL(serverUrl)
  url.pathname = `/${rows[0]?.name}`
  return { url: url.href, store }
}
