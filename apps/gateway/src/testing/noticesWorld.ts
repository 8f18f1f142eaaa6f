import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createApp } from '../app.js'
import { openChain } from '../chain/client.js'
import { readConfig } from '../config.js'
import { createContext } from '../createContext.js'
import { createMetrics } from '../http/metrics.js'
import { startNotices } from '../notices/startNotices.js'
import type { Store } from '../store/openStore.js'
import { findFreePort } from './findFreePort.js'
import { waitFor } from './scene.js'
import { silent } from './silent.js'
import type { TestWorld } from './testWorld.js'

/** A gateway whose API runs, and whose notices can be started and ended. */
export type NoticesGateway = {
  app: FastifyInstance
  store: Store
  databaseUrl: string
  /** What a process of its own is started with. */
  args: string[]
  environment: NodeJS.ProcessEnv
  start(): void
  /** Ends what delivers; the API goes on. */
  end(): Promise<void>
  remove(): Promise<void>
}

export async function openNoticesGateway(
  world: TestWorld,
  parameters: { notices: object; environment?: NodeJS.ProcessEnv },
): Promise<NoticesGateway> {
  const { url: databaseUrl, store } = await world.openDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'covault-notices-'))
  const file = join(folder, 'config.json')
  const port = await findFreePort()
  await writeFile(
    file,
    JSON.stringify({
      port,
      data: folder,
      chains: [{ chainId: 31337, rpcUrls: [world.devnet.url], pollSeconds: 2 }],
      following: { blocksBeforeCreation: 0 },
      access: {
        mode: 'members',
        rateLimits: { writesPerMinute: 60_000, writesPerSafePerMinute: 60_000 },
      },
      notices: {
        ...{ firstRetrySeconds: 0.05, timeoutSeconds: 5, tries: 3 },
        ...parameters.notices,
      },
    }),
  )
  await writeFile(join(folder, 'index.html'), '<title>Covault</title>')
  await writeFile(
    join(folder, 'document.json'),
    '{"scriptHashes":[],"styleHashes":[],"pageFiles":{},"integrity":{}}',
  )
  const environment = { DATABASE_URL: databaseUrl, ...parameters.environment }
  const config = await readConfig(['--config', file], environment)
  // Tests share few cores: an answer may take its time.
  const chains = config.chains.map((chain) =>
    openChain(chain, { withinMs: 20_000 }),
  )
  const parts = { config, log: silent, store, chains }
  const app = await createApp({
    ...{ ...parts, databaseUrl, webFolder: folder },
    progress: new Map(),
    metrics: createMetrics(),
  })
  await app.ready()
  let notices: ReturnType<typeof startNotices> | undefined
  const end = async () => {
    await notices?.stop()
    notices = undefined
  }
  return {
    ...{ app, store, databaseUrl, environment, args: [file, folder], end },
    start() {
      notices ??= startNotices({ context: createContext(parts), databaseUrl })
    },
    async remove() {
      await end()
      await app.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Arrived = {
  path: string
  id: string
  body: string
  headers: Record<string, string>
}

/** What somebody outside runs to be told. */
export type Listener = {
  origin: string
  arrived: Arrived[]
  /** Of one path, as JSON. */
  at(path: string): Record<string, unknown>[]
  until(path: string, count: number): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
}

/** Answers with 204 unless `answer` does something else. */
export async function startListener(
  answer: (arrived: Arrived, response: ServerResponse) => void = (
    _arrived,
    response,
  ) => response.writeHead(204).end(),
): Promise<Listener> {
  const arrived: Arrived[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => {
      const headers = request.headers as Record<string, string>
      const id = headers['webhook-id'] ?? ''
      const each = { path: request.url ?? '', id, body, headers }
      arrived.push(each)
      answer(each, response)
    })
  })
  await new Promise<void>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve()),
  )
  const { port } = server.address() as AddressInfo
  const at = (path: string) =>
    arrived
      .filter((each) => each.path === path)
      .map(({ body }) => JSON.parse(body) as Record<string, unknown>)
  return {
    origin: `http://127.0.0.1:${port}`,
    arrived,
    at,
    async until(path, count) {
      await waitFor(`${count} at ${path}`, () => at(path).length >= count)
      return at(path)
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
