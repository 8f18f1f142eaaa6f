import type { Address } from 'viem'
import { fetchPicture, type Picture } from '../chain/picture.js'
import {
  readStoredCollectibles,
  toCollectibleKey,
} from '../store/collectibles.js'
import { type Assets, shareRead } from './assets.js'

/** Only what a known collectible names is fetched, and only where allowed. */
export async function readPicture(
  assets: Assets,
  parameters: { chainId: number; token: Address; tokenId: bigint },
): Promise<Picture | undefined> {
  const { chainId, token, tokenId } = parameters
  if (!assets.chains.get(chainId)?.outboundAccess) return undefined
  const id = { token, tokenId }
  const stored = await readStoredCollectibles(assets.store, {
    chainId,
    ids: [id],
  })
  const uri = stored.get(toCollectibleKey(id))?.imageUri
  if (!uri) return undefined
  const { ipfsGateways, resolve } = assets
  return shareRead(assets, `picture:${uri}`, () =>
    fetchPicture(uri, {
      trustedOrigins: ipfsGateways.map((gateway) => new URL(gateway).origin),
      resolve,
    }),
  )
}
