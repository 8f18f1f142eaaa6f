import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getAccessOptions } from './accessLog.js'

export type Product = {
  url: string
  port: number
  data: string
  process: ChildProcess
  /** Everything the launcher printed so far. */
  output(): string
  ended: Promise<number | NodeJS.Signals | null>
  stop(): Promise<void>
}

const root = join(import.meta.dirname, '..')
const started = new Set<Product>()

/** Stops what a failed test left running. */
export async function stopLeftProducts(): Promise<void> {
  await Promise.all([...started].map((product) => product.stop()))
}

/** Starts the product as a user does, on free ports and a folder of its own. */
export async function startProduct(
  parameters: {
    data?: string
    port?: number
    arguments?: string[]
    /** Numeric id of the account to run as. */
    user?: number
  } = {},
): Promise<Product> {
  const port = parameters.port ?? (await findFreePorts())
  const data =
    parameters.data ?? (await mkdtemp(join(tmpdir(), 'covault-e2e-')))
  const child = spawn(
    process.execPath,
    [
      'scripts/start.mjs',
      ...['--port', String(port), '--data', data],
      ...(parameters.arguments ?? []),
    ],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Our own export condition would lead it to the sources.
      env: { ...process.env, NODE_OPTIONS: getAccessOptions() },
      ...(parameters.user
        ? { uid: parameters.user, gid: parameters.user }
        : {}),
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? code))
  })
  const ready = /Covault is ready at (http:\/\/127\.0\.0\.1:\d+)/
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const found = ready.exec(output)?.[1]
      if (found) resolve(found)
    })
    void ended.then((how) =>
      reject(new Error(`npm start ended with ${how}:\n${output}`)),
    )
  })
  const product: Product = {
    url,
    port,
    data,
    process: child,
    output: () => output,
    ended,
    async stop() {
      child.kill('SIGTERM')
      await ended
      started.delete(product)
      if (!parameters.data) await rm(data, { recursive: true, force: true })
    },
  }
  started.add(product)
  void ended.then(() => started.delete(product))
  return product
}

/**
 * The first port of a block of five that nobody listens on, below those that
 * the system hands out for outgoing connections.
 */
export async function findFreePorts(): Promise<number> {
  for (;;) {
    const port = 20_000 + 5 * Math.floor(Math.random() * 2_500)
    const block = [0, 1, 2, 3, 4].map((offset) => isTaken(port + offset))
    if (!(await Promise.all(block)).includes(true)) return port
  }
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
