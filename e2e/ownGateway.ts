import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getAccessOptions } from './accessLog.js'
import { type GatewayDoor, openGatewayDoor } from './gatewayDoor.js'
import { findFreePorts } from './product.js'

const root = join(import.meta.dirname, '..')

type Running = { child: ChildProcess; database: readonly number[] }

/**
 * A gateway of the test's own over the product's chains. It is killed as
 * nothing can be prepared for, with SIGKILL, and started again on what it left.
 */
export async function startOwnGateway(
  access: object = {},
  more: object = {},
): Promise<GatewayDoor> {
  const data = await mkdtemp(join(tmpdir(), 'covault-killed-'))
  const port = await findFreePorts()
  let running = await start({ data, port, access, more })
  const door = await openGatewayDoor(`http://127.0.0.1:${port}`)

  const kill = async () => {
    await end(running.child, 'SIGKILL')
    // The launcher does so with what a gateway leaves behind.
    for (const pid of running.database) process.kill(pid, 'SIGINT')
    await door.kill()
  }

  return {
    ...door,
    kill,
    revive: async () => {
      running = await start({ data, port, access, more })
      await door.revive()
    },
    close: async () => {
      await door.close()
      await end(running.child, 'SIGTERM')
      await rm(data, { recursive: true, force: true })
    },
  }
}

async function start({
  data,
  port,
  access,
  more,
}: {
  data: string
  port: number
  /** What differs from the product's. */
  access: object
  more: object
}): Promise<Running> {
  const folder = process.env.COVAULT_DATA ?? ''
  const local = JSON.parse(
    await readFile(join(folder, 'local.config.json'), 'utf8'),
  )
  // Beside the product's, because it names files relative to itself.
  const config = join(folder, `own-${port}.config.json`)
  const own = { ...local, ...more, access: { ...local.access, ...access } }
  await writeFile(config, JSON.stringify(own))
  const child = spawn(
    process.execPath,
    [
      ...['apps/gateway/dist/main.js', 'start'],
      ...['--config', config, '--data', data, '--port', String(port)],
    ],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, NODE_OPTIONS: getAccessOptions() },
    },
  )
  const database = await new Promise<number[]>((resolve, reject) => {
    child.on('message', (message: Told) => {
      if (message.type === 'ready')
        resolve(message.processes.map(({ pid }) => pid))
      else reject(new Error(message.message))
    })
    child.once('close', (code) =>
      reject(new Error(`The gateway ended with ${code}.`)),
    )
  })
  return { child, database }
}

type Told =
  | { type: 'ready'; processes: { pid: number }[] }
  | { type: 'failed'; message: string }

async function end(
  child: ChildProcess,
  signal: 'SIGKILL' | 'SIGTERM',
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await ended
}
