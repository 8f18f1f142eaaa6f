import type { Collectible } from '@covault/api'
import { useState } from 'react'
import { toForeignText } from '../../lib/foreignText.js'
import { Mark } from '../../ui/Mark.js'
import classes from './CollectiblesScreen.module.css'

/**
 * The picture of a collectible, only where the chain itself holds it: nothing
 * is fetched from anybody. An image element runs no script, whatever is in it.
 */
export function Picture({
  item: { address, imageUri },
}: {
  item: Collectible
}) {
  const [isBroken, setIsBroken] = useState(false)
  if (imageUri === null || isBroken || !isOnChain(imageUri))
    return (
      <span className={classes.picture}>
        <Mark address={address} size={64} />
        <span className={classes.absent}>{explain(imageUri, isBroken)}</span>
      </span>
    )
  return (
    <span className={classes.picture}>
      <img
        src={imageUri}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setIsBroken(true)}
      />
    </span>
  )
}

const onChain = /^data:image\/(?:svg\+xml|png|jpe?g|gif|webp|avif)[;,]/i

/** More than this is no thumbnail; decoding it would stall the page. */
const longestImage = 2_000_000

function isOnChain(uri: string): boolean {
  return onChain.test(uri) && uri.length <= longestImage
}

function explain(uri: string | null, isBroken: boolean): string {
  if (uri === null) return 'No picture'
  if (isBroken) return 'The picture is broken'
  const host = readHost(uri)
  return host ? `Picture at ${host}, not loaded` : 'Picture not shown'
}

function readHost(uri: string): string | undefined {
  try {
    const { protocol, hostname } = new URL(uri)
    if (protocol === 'ipfs:') return 'IPFS'
    return protocol === 'https:' ? toForeignText(hostname, 40) : undefined
  } catch {
    return undefined
  }
}
