import { BaseError } from '@covault/protocol'
import {
  type MetadataOutcome,
  readCollectibleMetadata,
} from '../chain/collectibleMetadata.js'
import { readCollectibleUris } from '../chain/collectibles.js'
import { cleanText } from '../chain/tokenText.js'
import { splitEvery } from '../splitEvery.js'
import {
  type OwnedCollectible,
  readStoredCollectibles,
  type StoredCollectible,
  saveCollectible,
  toCollectibleKey,
} from '../store/collectibles.js'
import type { BlockId } from '../store/cursors.js'
import { ifWritable } from '../store/storeFailure.js'
import type { AssetChain } from './assetChain.js'
import type { Assets } from './assets.js'

const keptMs = 7 * 86_400_000
/** What could not be read may become readable. */
const keptFlawedMs = 3_600_000

/** New ones in one answer, the rest follow with the next; and at a time. */
const mostNew = 50
const atOnce = 10

/** Longer ones hold the metadata themselves, which is given anyway. */
const longestUri = 8_000

/** What collectibles say of themselves; asks about new ones only. */
export async function learnCollectibles(
  assets: Assets,
  parameters: {
    chain: AssetChain
    block: BlockId
    owned: readonly OwnedCollectible[]
  },
): Promise<Map<string, StoredCollectible>> {
  const { store, now, log } = assets
  const { chain, block, owned } = parameters
  const { chainId } = chain
  const stored = await readStoredCollectibles(store, { chainId, ids: owned })
  const time = now().getTime()
  const due = owned
    .filter((entry) => {
      const known = stored.get(toCollectibleKey(entry))
      return !known || isDue(known, { time, allowed: chain.outboundAccess })
    })
    .slice(0, mostNew)
  if (due.length === 0) return stored
  const uris = await chain.pool
    .use((rpc) =>
      readCollectibleUris(rpc, { collectibles: due, blockHash: block.hash }),
    )
    .catch((error: unknown) => {
      if (!(error instanceof BaseError)) throw error
      log.warn({ chainId, reason: error.message }, 'No metadata was read')
      return undefined
    })
  if (!uris) return stored
  const named = due.map((entry, index) => ({ entry, uri: uris[index] }))
  for (const part of splitEvery(named, atOnce))
    for (const collectible of await Promise.all(
      part.map(({ entry, uri }) => learn(assets, { chain, entry, uri })),
    ))
      stored.set(toCollectibleKey(collectible), collectible)
  return stored
}

function isDue(
  { flaw, readAt }: StoredCollectible,
  { time, allowed }: { time: number; allowed: boolean },
): boolean {
  if (flaw === 'outbound-access-off' && allowed) return true
  return time - readAt.getTime() > (flaw === null ? keptMs : keptFlawedMs)
}

async function learn(
  { store, ipfsGateways, resolve, now }: Assets,
  parameters: {
    chain: AssetChain
    entry: OwnedCollectible
    uri: string | undefined
  },
): Promise<StoredCollectible> {
  const { chain, entry, uri } = parameters
  const outcome = await readCollectibleMetadata(uri, {
    allowed: chain.outboundAccess,
    ipfsGateways,
    resolve,
  })
  const collectible = {
    token: entry.token,
    tokenId: entry.tokenId,
    uri: toShownUri(uri),
    ...readOutcome(outcome),
  }
  const { chainId } = chain
  await ifWritable(saveCollectible(store, { chainId, collectible }))
  return { ...collectible, readAt: now() }
}

function toShownUri(uri: string | undefined): string | null {
  if (!uri || uri.length > longestUri) return null
  return cleanText(uri, longestUri) || null
}

function readOutcome(outcome: MetadataOutcome) {
  return outcome.flaw === undefined
    ? { ...outcome.metadata, flaw: null }
    : {
        name: null,
        description: null,
        imageUri: null,
        metadata: null,
        flaw: outcome.flaw,
      }
}
