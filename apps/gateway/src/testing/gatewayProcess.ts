import { type ChildProcess, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findFreePort } from './findFreePort.js'

export type GatewayProcess = {
  child: ChildProcess
  url: string
  /** What it has written so far. */
  output(): string
  ended: Promise<number | null>
  stop(): Promise<void>
}

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

/**
 * The gateway as its own process, as it is run in production; without the web
 * app, which need not be built for it.
 */
export async function startGatewayProcess(parameters: {
  folder: string
  databaseUrl: string
  rpcUrls: readonly string[]
  args?: readonly string[]
  environment?: Record<string, string>
}): Promise<GatewayProcess> {
  const { folder, databaseUrl, rpcUrls, args = [] } = parameters
  const { environment } = parameters
  const port = await findFreePort()
  const config = join(folder, `config-${port}.json`)
  await writeFile(
    config,
    JSON.stringify({
      port,
      data: join(folder, `data-${port}`),
      chains: [{ chainId: 31337, rpcUrls, pollSeconds: 0.05 }],
    }),
  )
  const child = spawn(
    process.execPath,
    [
      ...['--conditions=source', '--import=tsx', main, 'start'],
      ...['--config', config, '--role', 'indexer', ...args],
    ],
    {
      env: { ...process.env, DATABASE_URL: databaseUrl, ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output = (output + String(chunk)).slice(-100_000)
    })
  const ended = new Promise<number | null>((resolve) =>
    child.once('exit', (code) => resolve(code)),
  )
  await new Promise<void>((resolve, reject) => {
    child.on('message', (message) => {
      if ((message as { type?: string }).type === 'ready') resolve()
    })
    void ended.then(() => reject(new Error(`The gateway ended: ${output}`)))
  })
  return {
    child,
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    ended,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
