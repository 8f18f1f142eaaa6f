import { custom, type Transport } from 'viem'

/** An RPC endpoint over one connection that stays open. */
export function isSocketUrl(url: string): boolean {
  return /^wss?:/.test(url)
}

// Few readers name such an endpoint, so its code comes with the first question.
const load = () => import('./socket.js')

export function createSocketTransport(url: string): Transport {
  return custom(
    { request: async (question) => (await load()).askSocket(url, question) },
    { retryCount: 0 },
  )
}

/** Endpoints that are listened to, and whether they announce new blocks. */
const heard = new Map<string, boolean>()

export function announcesBlocks(url: string): boolean {
  return heard.get(url) === true
}

/** Listens until the connection ends; anyone who asks next begins again. */
export async function hearBlocks(
  url: string,
  onBlock: () => void,
): Promise<void> {
  if (heard.has(url)) return
  heard.set(url, false)
  try {
    const { listenToBlocks } = await load()
    await listenToBlocks(url, () => {
      heard.set(url, true)
      onBlock()
    })
  } catch {
    // Polling goes on, and says what is wrong with the endpoint.
  } finally {
    heard.delete(url)
  }
}
