import { type ChildProcess, spawn } from 'node:child_process'
import {
  appendFile,
  chown,
  mkdtemp,
  readdir,
  readFile,
  rm,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { exists, linkLibraries } from '../store/nativeFolder.js'
import { findPostgresPlace } from '../store/postgresPlace.js'
import { isRunning } from '../store/processes.js'
import {
  findServerIdentity,
  type Identity,
  runToEnd,
} from '../store/serverAccount.js'
import { findFreePort } from './findFreePort.js'
import { silent } from './silent.js'

/** One server of several that hold the same database. */
export type ClusterServer = {
  name: string
  port: number
  url: string
  folder: string
}

/** A primary and its replicas, of which any may become the next primary. */
export type PostgresCluster = {
  servers: readonly ClusterServer[]
  identity: Identity
  folder: string
  primary(): ClusterServer
  /** As a machine that loses its power. */
  kill(server: ClusterServer): Promise<void>
  /** Makes the replica the primary that received most, and has the others follow it. */
  promote(): Promise<ClusterServer>
  /** A former primary follows the present one. */
  rejoin(server: ClusterServer): Promise<void>
  query(server: ClusterServer, sql: string): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
}

const systemFolder = '/usr/lib/postgresql'

/** Debian's own programs, newest first; undefined: not installed. */
export async function findSystemBinaries(): Promise<string | undefined> {
  const versions = await readdir(systemFolder).catch(() => [])
  for (const version of versions.sort((a, b) => Number(b) - Number(a))) {
    const bin = join(systemFolder, version, 'bin')
    if (await exists(join(bin, 'pg_rewind'))) return bin
  }
  return undefined
}

export async function startPostgresCluster(parameters: {
  /** How many servers. */
  size: number
  /** Whether a commit waits for one replica. */
  synchronous: boolean
}): Promise<PostgresCluster> {
  const { size, synchronous } = parameters
  const identity = await findServerIdentity()
  const folder = await mkdtemp(join(tmpdir(), 'covault-cluster-'))
  if (identity) await chown(folder, identity.uid, identity.gid)
  const bin = (await findSystemBinaries()) ?? (await findOwnBinaries(identity))
  const names = Array.from({ length: size }, (_, index) => `s${index + 1}`)
  const servers = await Promise.all(
    names.map(async (name): Promise<ClusterServer> => {
      const port = await findFreePort()
      const url = `postgres://covault@127.0.0.1:${port}/postgres`
      return { name, port, url, folder: join(folder, name) }
    }),
  )
  const running = new Map<string, ChildProcess>()
  const run = (program: string, args: string[]) =>
    runToEnd({ command: join(bin, program), args, identity })
  let primary = requireOne(servers)

  const start = async (server: ClusterServer) => {
    const child = spawn(
      join(bin, 'postgres'),
      [
        ...['-D', server.folder, '-p', String(server.port)],
        ...['-c', `cluster_name=${server.name}`],
      ],
      { ...identity, cwd: '/', env: { LC_ALL: 'C' }, stdio: 'ignore' },
    )
    running.set(server.name, child)
    await waitUntilReady(server)
  }
  /** The folder is the server's own: what it follows is written as its user. */
  const follow = async (server: ClusterServer) => {
    const file = join(server.folder, 'postgresql.auto.conf')
    await rm(file, { force: true })
    for (const [name, text] of [
      ['postgresql.auto.conf', `${toSource(primary)}\n`],
      ['standby.signal', ''],
    ] as const)
      await give(join(server.folder, name), text, identity)
  }

  await run('initdb', [
    ...['-D', primary.folder, '-U', 'covault', '--auth=trust'],
    ...['--encoding=UTF8', '--locale=C', '--data-checksums'],
  ])
  await appendFile(
    join(primary.folder, 'postgresql.conf'),
    toSettings({ names, synchronous }),
  )
  for (const server of servers.filter((each) => each !== primary)) {
    // Before it has run, a copy of the files is a whole backup.
    await runToEnd({
      command: '/bin/cp',
      args: ['-a', primary.folder, server.folder],
      identity,
    })
    await follow(server)
  }
  await Promise.all(servers.map(start))

  const cluster: PostgresCluster = {
    ...{ servers, identity, folder },
    primary: () => primary,
    query,
    async kill(server) {
      const child = running.get(server.name)
      running.delete(server.name)
      const ended = new Promise((resolve) => child?.once('exit', resolve))
      // None of its processes may go on without the others.
      const all = [child?.pid ?? 0, ...(await listChildren(child?.pid ?? 0))]
      for (const pid of all) end(pid)
      await ended
      while (all.some(isRunning)) await delay(10)
      await rm(join(server.folder, 'postmaster.pid'), { force: true })
    },
    async promote() {
      const replicas = servers.filter((each) => running.has(each.name))
      const next = await findMostAdvanced(replicas)
      await query(next, 'select pg_promote()')
      primary = next
      await Promise.all(
        replicas
          .filter((each) => each !== next)
          .map(async (each) => {
            await query(each, `alter system set ${toSource(next)}`)
            await query(each, 'select pg_reload_conf()')
          }),
      )
      return next
    },
    async rejoin(server) {
      await query(primary, 'checkpoint')
      const source = `host=127.0.0.1 port=${primary.port} user=covault dbname=postgres`
      await run('pg_rewind', [
        ...['-D', server.folder, `--source-server=${source}`],
      ]).catch(async () => {
        await rm(server.folder, { recursive: true, force: true })
        await run('pg_basebackup', [
          ...['-D', server.folder, '-d', source, '-c', 'fast'],
        ])
      })
      await follow(server)
      await start(server)
    },
    async stop() {
      const ended = [...running.values()].map(
        (child) => new Promise((resolve) => child.once('exit', resolve)),
      )
      for (const child of running.values()) child.kill('SIGQUIT')
      await Promise.all(ended)
      await rm(folder, { recursive: true, force: true })
    },
  }
  return cluster
}

function toSettings(parameters: {
  names: readonly string[]
  synchronous: boolean
}): string {
  const { names, synchronous } = parameters
  return [
    '',
    "listen_addresses = '127.0.0.1'",
    "unix_socket_directories = ''",
    'max_connections = 200',
    'shared_buffers = 32MB',
    'wal_level = replica',
    'wal_log_hints = on',
    'wal_keep_size = 512MB',
    'max_wal_senders = 10',
    'hot_standby = on',
    'wal_retrieve_retry_interval = 100ms',
    synchronous ? `synchronous_standby_names = 'ANY 1 (${names})'` : '',
    '',
  ].join('\n')
}

function toSource({ port }: ClusterServer): string {
  return `primary_conninfo = 'host=127.0.0.1 port=${port} user=covault'`
}

async function findOwnBinaries(identity: Identity): Promise<string> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'covault-native-'))
  const { native } = await findPostgresPlace({
    ...{ dataFolder, identity, log: silent },
  })
  await rm(dataFolder, { recursive: true, force: true })
  await linkLibraries(native)
  return join(native, 'bin')
}

async function give(file: string, text: string, identity: Identity) {
  await rm(file, { force: true })
  await appendFile(file, text, { mode: 0o600 })
  if (identity) await chown(file, identity.uid, identity.gid)
}

/** With one commit waiting for any replica, this one has all that was acknowledged. */
async function findMostAdvanced(
  replicas: readonly ClusterServer[],
): Promise<ClusterServer> {
  const received = await Promise.all(
    replicas.map(async (server) => {
      const [row] = await query(
        server,
        "select pg_wal_lsn_diff(coalesce(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()), '0/0')::text as bytes",
      )
      return { server, bytes: BigInt(String(row?.bytes)) }
    }),
  )
  received.sort((a, b) => (a.bytes < b.bytes ? 1 : -1))
  return requireOne(received.map(({ server }) => server))
}

async function query(
  { url }: ClusterServer,
  sql: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql)
    return rows
  } finally {
    await client.end()
  }
}

async function waitUntilReady(server: ClusterServer): Promise<void> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const isReady = await query(server, 'select 1').then(
      () => true,
      () => false,
    )
    if (isReady) return
    if (Date.now() > deadline)
      throw new Error(`The server ${server.name} did not start.`)
    await delay(50)
  }
}

async function listChildren(pid: number): Promise<number[]> {
  const file = `/proc/${pid}/task/${pid}/children`
  const listed = await readFile(file, 'utf8').catch(() => '')
  return listed.split(' ').flatMap((child) => Number(child) || [])
}

/** It may have ended by itself meanwhile. */
function end(pid: number): void {
  if (pid > 0 && isRunning(pid)) process.kill(pid, 'SIGKILL')
}

function requireOne<item>(items: readonly item[]): item {
  const [first] = items
  if (first === undefined) throw new TypeError('There is no server.')
  return first
}
