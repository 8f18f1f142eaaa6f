import { Agent, get } from 'node:http'
import type { Address } from 'viem'
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
  const streams = await Promise.all(
    Array.from({ length: clients }, (_, at) =>
      openStream(
        agent,
        `${url}/v1/live?safes=${chainId}:${safes[at % safes.length]}`,
      ),
    ),
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

type Stream = { told: Promise<number>; close(): void }

function openStream(agent: Agent, url: string): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent }, (reply) => {
      let text = ''
      let tell = (_time: number) => {}
      const told = new Promise<number>((done) => {
        tell = done
      })
      reply.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
        if (text.includes('event: hello'))
          resolve({ told, close: () => request.destroy() })
        if (text.includes('event: queue')) tell(performance.now())
      })
    })
    request.once('error', reject)
  })
}
