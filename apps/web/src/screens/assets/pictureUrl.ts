import type { Collectible } from '@covault/api'

const onChain = /^data:image\/(?:svg\+xml|png|jpe?g|gif|webp|avif)[;,]/i

/** More than this is no thumbnail; decoding it would stall the page. */
const longestImage = 2_000_000

/** What an image element may show, if anything. */
export function findPictureUrl(
  { address, id, imageUri }: Collectible,
  { chainId, loadsRemote }: { chainId: number; loadsRemote: boolean },
): string | undefined {
  if (imageUri === null) return undefined
  if (onChain.test(imageUri) && imageUri.length <= longestImage) return imageUri
  // The policy of the page allows pictures from where it came from alone.
  return loadsRemote && isRemote(imageUri)
    ? `/v1/chains/${chainId}/collectibles/${address}/${id}/picture`
    : undefined
}

/** It lies on somebody's server. */
export function isRemote(uri: string): boolean {
  return /^(?:https|ipfs):\/\//i.test(uri) && URL.canParse(uri)
}
