// For tests that start the gateway as its operators do.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The whole group of a process that was started detached. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || !child.pid) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  process.kill(-child.pid, 'SIGTERM')
  await ended
}

/** When its log names the port, it listens. */
export function readUrl(child: ChildProcess, port: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const read = (text: Buffer) => {
      said += String(text)
      if (said.includes(`:${port}`)) resolve(`http://127.0.0.1:${port}`)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', () => reject(new Error(said)))
  })
}
