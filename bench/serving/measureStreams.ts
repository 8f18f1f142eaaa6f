import { Agent, get, type IncomingMessage } from 'node:http'
import type { Address } from 'viem'
import { splitEvery } from '../../apps/gateway/src/splitEvery.js'
import type { Store } from '../../apps/gateway/src/store/openStore.js'
import { announce } from '../../apps/gateway/src/store/outbox.js'

const chainId = 31337

/**
 * From a committed change of each safe to the last of many streams having been
 * told, each of which follows one of them.
 */
export async function measureStreams(
  store: Store,
  parameters: { url: string; safes: readonly Address[]; clients: number },
): Promise<{ firstMs: number; lastMs: number }> {
  const { url, safes, clients } = parameters
  const agent = new Agent({
    keepAlive: true,
    maxSockets: Number.POSITIVE_INFINITY,
  })
  const urls = Array.from(
    { length: clients },
    (_, at) => `${url}/v1/live?safes=${chainId}:${safes[at % safes.length]}`,
  )
  const streams: Stream[] = []
  for (const some of splitEvery(urls, openedAtOnce))
    streams.push(
      ...(await Promise.all(some.map((each) => openStream(agent, each)))),
    )
  await store.transaction().execute((transaction) =>
    announce(transaction, {
      chainId,
      changes: safes.map((safe) => ({
        ...{ safe, kind: 'queue', ref: 'bench', block: null },
      })),
    }),
  )
  const committed = performance.now()
  const times = await Promise.all(streams.map(({ told }) => told))
  for (const { close } of streams) close()
  agent.destroy()
  return {
    firstMs: Math.min(...times) - committed,
    lastMs: Math.max(...times) - committed,
  }
}

/** A gateway refuses a crowd that comes at one instant. */
const openedAtOnce = 100
/** A stream that is told later is one that was forgotten. */
const longestMs = 120_000

type Stream = { told: Promise<number>; close(): void }

function openStream(agent: Agent, url: string): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent }, (reply) => {
      const { statusCode } = reply
      if (statusCode !== 200) {
        request.destroy(new Error(`${url}: ${statusCode}`))
        return
      }
      const told = waitForChange(reply, url)
      whenSaid(reply, 'hello', () =>
        resolve({ told, close: () => request.destroy() }),
      )
      reply.once('close', () =>
        reject(new Error(`${url}: ended before its greeting.`)),
      )
    })
    request.on('error', reject)
  })
}

/** When the first change was told. */
function waitForChange(reply: IncomingMessage, url: string): Promise<number> {
  const told = new Promise<number>((resolve, reject) => {
    const fail = () => reject(new Error(`${url}: nothing was told.`))
    const timer = setTimeout(fail, longestMs)
    whenSaid(reply, 'queue', () => resolve(performance.now()))
    reply.on('error', () => undefined)
    reply.once('close', () => {
      clearTimeout(timer)
      fail()
    })
  })
  // Whoever waits for it hears of it; until then nobody does.
  told.catch(() => undefined)
  return told
}

function whenSaid(
  reply: IncomingMessage,
  event: string,
  act: () => void,
): void {
  let text = ''
  reply.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    if (text.includes(`event: ${event}`)) act()
  })
}
