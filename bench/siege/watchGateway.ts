import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Devnet } from '@covault/devnet'
import { readCursor } from '../../apps/gateway/src/store/cursors.js'
import type { Store } from '../../apps/gateway/src/store/openStore.js'

export type Watched = {
  /** The most at any moment. */
  megabytes: number
  /** The longest that a block was on the chain and not in the index. */
  behindSeconds: number
}

const everyMs = 250

/** Looks from outside: the process's memory, the chain's head, the cursor. */
export function watchGateway(parameters: {
  pid: number
  devnet: Devnet
  store: Store
}): { stop(): Promise<Watched> } {
  const { pid, devnet, store } = parameters
  const { chainId, client } = devnet
  const ending = new AbortController()
  const most: Watched = { megabytes: 0, behindSeconds: 0 }
  /** When each block that is not indexed yet was seen. */
  const missing = new Map<bigint, number>()
  let last: bigint | undefined

  const look = async () => {
    most.megabytes = Math.max(most.megabytes, readMegabytes(pid))
    const head = await client.getBlockNumber()
    const cursor = (await readCursor(store, chainId))?.number ?? 0n
    const now = performance.now()
    for (let block = (last ?? head) + 1n; block <= head; block++)
      missing.set(block, now)
    last = head
    for (const [block, since] of missing) {
      const seconds = (now - since) / 1000
      most.behindSeconds = Math.max(most.behindSeconds, seconds)
      if (block <= cursor) missing.delete(block)
    }
  }
  const watching = (async () => {
    while (!ending.signal.aborted) {
      await look()
      await delay(everyMs)
    }
  })()
  watching.catch((error: unknown) => console.error(error))
  return {
    async stop() {
      ending.abort()
      await watching
      return most
    },
  }
}

/** Resident memory; 0 for a process that is gone. */
function readMegabytes(pid: number): number {
  const file = `/proc/${pid}/status`
  try {
    const kilobytes = existsSync('/proc/self')
      ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], {
          encoding: 'utf8',
        })
    return Math.round(Number(kilobytes ?? 0) / 1024)
  } catch {
    return 0
  }
}
