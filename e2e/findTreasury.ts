import type { APIRequestContext } from '@playwright/test'

/** The demo's Treasury on the first network, as links have it. */
export async function findTreasury(
  request: APIRequestContext,
): Promise<string> {
  const { demo } = await (await request.get('/app-config')).json()
  const safe = demo.safes.find(
    ({ chainId, name }: { chainId: number; name: string }) =>
      chainId === 31337 && name === 'Treasury',
  )
  return `local1:${safe.address}`
}
