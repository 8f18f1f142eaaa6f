import { setTimeout as delay } from 'node:timers/promises'
import { isRecord, readQuantity } from './answer.js'
import { openSocket } from './socket.js'

/** The blocks that a node announces by itself. */
export type NewHeads = {
  /** The newest of them; undefined while nothing is announced. */
  announced(): bigint | undefined
}

/**
 * How long nobody asks where blocks are announced: long enough to spare a node,
 * short enough to notice one that fell silent.
 */
export const quietMs = 15_000

/** Listens until it is stopped; a connection that ends is opened again. */
export function followHeads(
  url: string,
  {
    againMs,
    signal,
    ring,
  }: {
    againMs: number
    signal: AbortSignal
    /** Called with each of them. */
    ring(): void
  },
): NewHeads {
  let announced: bigint | undefined
  const onHead = (number: bigint) => {
    announced = number
    ring()
  }
  void (async () => {
    while (!signal.aborted) {
      // Why it ended matters to nobody: until it is back, nodes are asked.
      await listen(url, { signal, onHead }).catch(() => undefined)
      announced = undefined
      await pause(againMs, signal)
    }
  })()
  return { announced: () => announced }
}

/** Ends with the subscription, and always by failing. */
async function listen(
  url: string,
  { signal, onHead }: { signal: AbortSignal; onHead(number: bigint): void },
): Promise<never> {
  const socket = await openSocket(url)
  let subscription: unknown
  const stop = () =>
    socket.request({
      body: { method: 'eth_unsubscribe', params: [subscription] },
      onResponse: () => undefined,
      onError: () => undefined,
    })
  signal.throwIfAborted()
  return new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    socket.request({
      body: { method: 'eth_subscribe', params: ['newHeads'] },
      onError: reject,
      onResponse(answer) {
        if (answer.error) return reject(answer.error)
        if ('result' in answer) subscription = answer.result
        const head = readHead(answer)
        if (head !== undefined && !signal.aborted) onHead(head)
      },
    })
  }).finally(stop)
}

function readHead(answer: object): bigint | undefined {
  const params = 'params' in answer ? answer.params : undefined
  const block = isRecord(params) ? params.result : undefined
  if (!isRecord(block)) return undefined
  try {
    return readQuantity(block.number)
  } catch {
    return undefined
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined)
}
