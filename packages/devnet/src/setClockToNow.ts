import type { DevnetClient } from './devnetClient.js'

/** Lets the chain's clock show the present time, or as close as blocks allow. */
export async function setClockToNow(client: DevnetClient): Promise<void> {
  const { timestamp } = await client.getBlock()
  const now = Math.floor(Date.now() / 1000)
  await client.request({
    method: 'evm_setTime',
    params: [Math.max(now, Number(timestamp) + 1)],
  })
}
