import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePorts } from './product.js'

export type Folder = { url: string; path: string; stop(): Promise<void> }

const root = join(import.meta.dirname, '..')

/** The app as `npm run static` writes it, with these networks beside it. */
export async function writeFolder(
  chains: unknown,
  { tokens }: { tokens?: string } = {},
): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'covault-folder-'))
  const file = join(place, 'networks.json')
  await writeFile(file, JSON.stringify(chains))
  const out = join(place, 'out')
  const child = spawn(
    process.execPath,
    [
      ...['scripts/static.mjs', '--out', out, '--chains', file],
      ...(tokens ? ['--tokens', tokens] : []),
    ],
    { cwd: root, env: { ...process.env, NODE_OPTIONS: '' } },
  )
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`npm run static ended with ${code}.`)
  return out
}

/** Served by what lies beside it, or by a server that knows files alone. */
export async function serveFolder(
  path: string,
  by: 'serve.mjs' | 'python' = 'serve.mjs',
): Promise<Folder> {
  const port = await findFreePorts()
  const child =
    by === 'serve.mjs'
      ? spawn(process.execPath, [join(path, 'serve.mjs'), String(port)])
      : spawn('python3', [
          ...['-u', '-m', 'http.server', String(port)],
          ...['--bind', '127.0.0.1', '--directory', path],
        ])
  await untilItSpeaks(child)
  return {
    url: `http://127.0.0.1:${port}`,
    path,
    async stop() {
      const ended = new Promise((resolve) => child.once('close', resolve))
      child.kill('SIGTERM')
      await ended
      await rm(join(path, '..'), { recursive: true, force: true })
    },
  }
}

function untilItSpeaks(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', () => resolve())
    child.once('close', (code) =>
      reject(new Error(`The server of the folder ended with ${code}.`)),
    )
  })
}
