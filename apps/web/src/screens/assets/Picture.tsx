import type { Collectible } from '@covault/api'
import { useState } from 'react'
import { toForeignText } from '../../lib/foreignText.js'
import { Mark } from '../../ui/Mark.js'
import classes from './CollectiblesScreen.module.css'
import { findPictureUrl, isRemote } from './pictureUrl.js'

/**
 * The picture of a collectible: where the chain itself holds it, or through
 * the gateway where the reader wants that. No other host is ever asked. An
 * image element runs no script, whatever is in it.
 */
export function Picture({
  chainId,
  item,
  loadsRemote,
}: {
  chainId: number
  item: Collectible
  loadsRemote: boolean
}) {
  const [isBroken, setIsBroken] = useState(false)
  const url = findPictureUrl(item, { chainId, loadsRemote })
  if (url === undefined || isBroken)
    return (
      <span className={classes.picture}>
        <Mark address={item.address} size={64} />
        <span className={classes.absent}>{explain(item, isBroken)}</span>
      </span>
    )
  return (
    <span className={classes.picture}>
      <img
        src={url}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setIsBroken(true)}
      />
    </span>
  )
}

function explain({ imageUri }: Collectible, isBroken: boolean): string {
  if (imageUri === null) return 'No picture'
  if (!isRemote(imageUri))
    return isBroken ? 'The picture is broken' : 'Picture not shown'
  const host = readHost(imageUri)
  return isBroken
    ? `The gateway could not get the picture from ${host}`
    : `Picture at ${host}, not loaded`
}

function readHost(uri: string): string {
  const { protocol, hostname } = new URL(uri)
  return protocol === 'ipfs:' ? 'IPFS' : toForeignText(hostname, 40)
}
