import type { APIRequestContext } from '@playwright/test'
import { network } from './network.js'

/** The demo's Treasury on the network of the journeys, as links have it. */
export async function findTreasury(
  request: APIRequestContext,
): Promise<string> {
  const { demo } = await (await request.get('/app-config')).json()
  const safe = demo.safes.find(
    ({ chainId, name }: { chainId: number; name: string }) =>
      chainId === network.chainId && name === 'Treasury',
  )
  return `${network.shortName}:${safe.address}`
}
