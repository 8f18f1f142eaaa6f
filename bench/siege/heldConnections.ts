import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { pick } from './invented.js'
import type { Target } from './target.js'

/** Connections that are held instead of used. */
export type Hold = {
  name: string
  connections: number
  /** One turn; resolves to how it ended. */
  hold(target: Target, socket: Socket, caller: string): Promise<string>
}

const holdMs = 15_000

/** Asks for much and reads nothing of it. */
const slowReaders: Hold = {
  name: 'readers that do not read',
  connections: 3,
  async hold({ hostile }, socket, caller) {
    const { chainId, address } = hostile
    socket.pause()
    socket.write(
      writeHead(caller, `/v1/chains/${chainId}/safes/${address}/messages`),
    )
    return untilEnd(socket, holdMs)
  },
}

/** Sends a request so slowly that it never ends. */
const slowWriters: Hold = {
  name: 'writers that do not end',
  connections: 3,
  async hold({ safe: { chainId, address } }, socket, caller) {
    const path = `/v1/chains/${chainId}/transactions/${address}/propose`
    const body = 'content-type: application/json\r\ncontent-length: 1000000\r\n'
    const head = writeHead(caller, path, { method: 'POST', more: body })
    // Some do not even get to the end of the headers.
    socket.write(pick([head, head.slice(0, -2)]))
    const trickle = setInterval(() => socket.write(' '), 250)
    return untilEnd(socket, 3 * holdMs).finally(() => clearInterval(trickle))
  },
}

/** Opens a stream of many safes and is gone again. */
const droppedStreams: Hold = {
  name: 'streams opened and dropped',
  connections: 3,
  async hold({ safe, strangers }, socket, caller) {
    const safes = [safe.address, ...strangers.slice(0, 49)]
    const names = safes.map((each) => `${safe.chainId}:${each}`)
    socket.write(writeHead(caller, `/v1/live?safes=${names.join(',')}`))
    const status = await new Promise<string>((resolve) => {
      socket.once('data', (chunk) =>
        resolve(String(chunk).slice(9, 12) || 'cut off'),
      )
      socket.once('close', () => resolve('cut off'))
    })
    await delay(300)
    return status
  },
}

export const holds: readonly Hold[] = [slowReaders, slowWriters, droppedStreams]

/** Holds until told to stop; says after every turn how it ended. */
export async function keepHolding(
  { hold }: Hold,
  parameters: {
    target: Target
    caller: string
    signal: AbortSignal
    onEnd: (outcome: string, milliseconds: number) => void
  },
): Promise<void> {
  const { target, caller, signal, onEnd } = parameters
  const { hostname, port } = new URL(target.url)
  while (!signal.aborted) {
    const began = performance.now()
    const socket = connect(Number(port), hostname)
    const drop = () => socket.destroy()
    socket.on('error', drop)
    signal.addEventListener('abort', drop)
    const outcome = await hold(target, socket, caller)
    signal.removeEventListener('abort', drop)
    drop()
    if (!signal.aborted) onEnd(outcome, performance.now() - began)
    // A refused connection is not tried again at once.
    await delay(200)
  }
}

function writeHead(
  caller: string,
  path: string,
  { method = 'GET', more = '' } = {},
): string {
  return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-forwarded-for: ${caller}\r\n${more}\r\n`
}

/** Whether it lasted as long as the attacker liked. */
async function untilEnd(socket: Socket, milliseconds: number): Promise<string> {
  const closed = new Promise<string>((resolve) =>
    socket.once('close', () => resolve('ended by the gateway')),
  )
  const timer = new AbortController()
  const held = delay(milliseconds, 'held', { signal: timer.signal })
  return Promise.race([closed, held]).finally(() => {
    held.catch(() => undefined)
    timer.abort()
  })
}
