import { spawn } from 'node:child_process'
import { chown, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { exists } from '../store/nativeFolder.js'
import { findFreePort } from './findFreePort.js'
import type { ClusterServer, PostgresCluster } from './postgresCluster.js'

const program = '/usr/sbin/pgbouncer'

export function hasPgbouncer(): Promise<boolean> {
  return exists(program)
}

/** A pooler in front of one server, which lends connections for a transaction. */
export async function startPgbouncer(
  { folder, identity }: PostgresCluster,
  server: ClusterServer,
): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await findFreePort()
  const file = join(folder, `pgbouncer-${server.name}.ini`)
  const users = join(folder, 'users.txt')
  await writeFile(users, '"covault" ""\n')
  await writeFile(
    file,
    [
      '[databases]',
      `postgres = host=127.0.0.1 port=${server.port} dbname=postgres`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      'max_client_conn = 500',
      'default_pool_size = 20',
      'server_login_retry = 1',
      'query_wait_timeout = 5',
      '',
    ].join('\n'),
  )
  if (identity)
    for (const path of [file, users])
      await chown(path, identity.uid, identity.gid)
  const child = spawn(program, ['-q', file], {
    ...identity,
    cwd: '/',
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const url = `postgres://covault@127.0.0.1:${port}/postgres`
  while (!(await canConnect(url))) await delay(50)
  return {
    port,
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}
