import { getWebSocketRpcClient } from 'viem/utils'

type Socket = Awaited<ReturnType<typeof getWebSocketRpcClient>>

/** A node that is spoken to over one connection which stays open. */
export function isSocketUrl(url: string): boolean {
  return /^wss?:/.test(url)
}

/** Sends a body of JSON-RPC, whichever way the address leads. */
export function sendRpc(
  url: string,
  { body, signal }: { body: string; signal: AbortSignal },
): Promise<Response> {
  if (isSocketUrl(url)) return sendOverSocket(url, { body, signal })
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal,
  })
}

type Call = { id: number; method: string; params: unknown }

/** Every question goes for itself: on an open connection that costs nothing. */
async function sendOverSocket(
  url: string,
  { body, signal }: { body: string; signal: AbortSignal },
): Promise<Response> {
  const asked = JSON.parse(body) as Call | Call[]
  const since = performance.now()
  const socket = await inTime(openSocket(url), signal)
  try {
    const answering = [asked].flat().map(async ({ id, method, params }) => {
      const answer = await ask(socket, { method, params })
      return { ...answer, id }
    })
    const answers = await inTime(Promise.all(answering), signal)
    return Response.json(Array.isArray(asked) ? answers : answers[0])
  } catch (error) {
    // A node may be slow with one answer; one that says nothing is gone.
    if ((heardAt.get(socket) ?? 0) < since) socket.close()
    throw error
  }
}

function ask(
  socket: Socket,
  body: { method: string; params: unknown },
): Promise<object> {
  return new Promise((onResponse, onError) => {
    socket.request({ body, onResponse, onError })
  })
}

const heardAt = new WeakMap<Socket, number>()
const opened = new Map<string, number>()

/** A new connection may lead to another node than the one before. */
export function countOpened(url: string): number {
  return opened.get(url) ?? 0
}

/** Anyone who asks notices that it broke; so does the next who needs it. */
const options = { keepAlive: false, reconnect: false }

/** The one connection to this address, opened where it is not. */
export async function openSocket(url: string): Promise<Socket> {
  const known = await getWebSocketRpcClient(url, options)
  const isOpen = known.socket.readyState === known.socket.OPEN
  if (isOpen && heardAt.has(known)) return known
  if (!isOpen) known.close()
  const socket = isOpen ? known : await getWebSocketRpcClient(url, options)
  if (heardAt.has(socket)) return socket
  const hear = () => heardAt.set(socket, performance.now())
  hear()
  socket.socket.addEventListener('message', hear)
  opened.set(url, countOpened(url) + 1)
  return socket
}

function inTime<answer>(
  asked: Promise<answer>,
  signal: AbortSignal,
): Promise<answer> {
  signal.throwIfAborted()
  return Promise.race([
    asked,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), {
        once: true,
      })
    }),
  ])
}
