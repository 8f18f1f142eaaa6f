import { setTimeout as delay } from 'node:timers/promises'
import type { DemoWorld } from '@covault/devnet'

/** Until a gateway knows all of the past of the demo's safes. */
export async function waitUntilSynced(
  url: string,
  world: DemoWorld,
): Promise<void> {
  const deadline = Date.now() + 240_000
  for (const { chainId, address } of world.safes)
    for (;;) {
      const path = `/v1/chains/${chainId}/safes/${address}/watch`
      const reply = await fetch(`${url}${path}`, { method: 'POST' })
      const { synced } = (await reply.json()) as { synced?: boolean }
      if (synced) break
      if (Date.now() > deadline)
        throw new Error(`${address} is not synced: ${reply.status}`)
      await delay(50)
    }
}
