import type { Collectible } from '@covault/api'
import { BaseError } from '@covault/protocol'
import { type Address, isAddress } from 'viem'
import { readCollectibleAmounts } from '../chain/collectibles.js'
import { BlockReplacedError, requireBlock } from '../chain/requireBlock.js'
import { NoNodeError } from '../chain/rpcErrors.js'
import {
  type CollectibleId,
  countOwnedCollectibles,
  listOwnedCollectibles,
  listReceivedCollectibles,
  type OwnedCollectible,
  readCollectiblesBlock,
  saveOwnedCollectibles,
  toCollectibleKey,
} from '../store/collectibles.js'
import type { BlockId } from '../store/cursors.js'
import { listSeenTokens } from '../store/tokens.js'
import type { AssetChain } from './assetChain.js'
import { type Assets, getChain, readLater, shareRead } from './assets.js'
import { learnCollectibles } from './learnCollectibles.js'
import { pinBlock } from './pinBlock.js'
import { describeToken, learnTokens } from './readTokens.js'
import { scoreToken, spamThreshold } from './spam.js'

export type CollectibleItem = Collectible & {
  /** More than one only of the kind that has many. */
  amount: bigint
  trusted: boolean
  spam: boolean
  spamReasons: string[]
  /** Why there is no metadata. */
  flaw: string | null
}

export type CollectiblesPage = {
  /** At which the safe owned all of these. */
  block: BlockId
  /** Of all pages. */
  count: number
  items: CollectibleItem[]
  /** What to pass as `after` for the next page; null on the last. */
  next: string | null
}

/** The collectibles of a safe in a steady order, page by page. */
export async function readCollectiblesPage(
  assets: Assets,
  parameters: {
    chainId: number
    safe: Address
    trusted: boolean
    excludeSpam: boolean
    limit: number
    /** Counts where there is no key. */
    offset?: number
    /** `next` of the page before; anything else is no key. */
    after?: string | undefined
  },
): Promise<CollectiblesPage> {
  const { chainId, safe, limit } = parameters
  const chain = getChain(assets, chainId)
  const block = await refreshOwned(assets, { chain, safe })
  const filter = {
    chainId,
    safe,
    onlyTrusted: parameters.trusted,
    spamScoreBelow: parameters.excludeSpam ? spamThreshold : undefined,
  }
  const after = parseKey(parameters.after)
  const [count, found] = await Promise.all([
    countOwnedCollectibles(assets.store, filter),
    listOwnedCollectibles(assets.store, {
      ...filter,
      after,
      offset: after ? 0 : (parameters.offset ?? 0),
      limit: limit + 1,
    }),
  ])
  const owned = found.slice(0, limit)
  const last = owned.at(-1)
  return {
    block,
    count,
    items: await describeOwned(assets, { chain, block, owned }),
    next: last?.goesOn ? toCollectibleKey(last) : null,
  }
}

function parseKey(text: string | undefined): CollectibleId | undefined {
  const [token = '', id = ''] = text?.split(':') ?? []
  if (!isAddress(token, { strict: false }) || !/^\d{1,78}$/.test(id))
    return undefined
  return { token, tokenId: BigInt(id) }
}

async function describeOwned(
  assets: Assets,
  parameters: {
    chain: AssetChain
    block: BlockId
    owned: readonly OwnedCollectible[]
  },
): Promise<CollectibleItem[]> {
  const { chain, block, owned } = parameters
  const contents = await learnCollectibles(assets, { chain, block, owned })
  const tokens = await learnTokens(assets, {
    chain,
    tokens: [...new Set(owned.map(({ token }) => token))].map((token) => ({
      token,
    })),
  })
  return owned.map((entry) => {
    const { token: address, tokenId, amount, trusted, spamScore } = entry
    const stored = tokens.get(address)
    const token = describeToken(chain, { address, stored })
    const content = contents.get(toCollectibleKey(entry))
    return {
      address,
      // Old collections do not say what they are, only what they are called.
      tokenName: token?.name ?? stored?.name ?? '',
      tokenSymbol: token?.symbol ?? stored?.symbol ?? '',
      logoUri: token?.logoUri ?? '',
      id: tokenId,
      uri: content?.uri ?? null,
      name: content?.name ?? null,
      description: content?.description ?? null,
      imageUri: content?.imageUri ?? null,
      metadata: content?.metadata ?? null,
      amount,
      trusted,
      spam: !trusted && spamScore >= spamThreshold,
      spamReasons: entry.spamReasons,
      flaw: content?.flaw ?? null,
    }
  })
}

async function refreshOwned(
  assets: Assets,
  { chain, safe }: { chain: AssetChain; safe: Address },
): Promise<BlockId> {
  const block = await pinBlock(assets.store, chain)
  return shareRead(
    assets,
    `collectibles:${chain.chainId}:${safe}:${block.hash}`,
    () => refreshOwnedAt(assets, { chain, safe, block }),
  )
}

/** Stores what is owned at a block, unless it is, and says at which one that is. */
async function refreshOwnedAt(
  assets: Assets,
  parameters: { chain: AssetChain; safe: Address; block: BlockId },
): Promise<BlockId> {
  const { store } = assets
  const { chain, safe, block } = parameters
  const { chainId } = chain
  const stored = await readCollectiblesBlock(store, { chainId, safe })
  if (stored?.hash === block.hash) return block
  const asked = stored ? chain : { ...chain, pool: chain.firstPool }
  try {
    await readOwned(assets, { chain: asked, safe, block })
    return block
  } catch (error) {
    if (error instanceof NoNodeError)
      readLater(assets, {
        key: `collectibles:${chainId}:${safe}`,
        chain,
        read: (patient) => readOwned(assets, { chain: patient, safe, block }),
      })
    // While no node answers, what was last known is better than nothing.
    if (stored && error instanceof BaseError) return stored
    if (!(error instanceof BlockReplacedError)) throw error
    const next = await pinBlock(store, chain)
    await readOwned(assets, { chain, safe, block: next })
    return next
  }
}

/** Collectibles of one safe that are asked for. */
const mostCollectibles = 5_000
const mostTokens = 2_000

async function readOwned(
  assets: Assets,
  parameters: { chain: AssetChain; safe: Address; block: BlockId },
): Promise<void> {
  const { store } = assets
  const { chain, safe, block } = parameters
  const { chainId, multicall, pool } = chain
  const seen = await listSeenTokens(store, { chainId, safe, limit: mostTokens })
  // First, because what tokens are decides what their logs mean.
  const tokens = await learnTokens(assets, { chain, tokens: seen })
  const candidates = await listReceivedCollectibles(store, {
    chainId,
    safe,
    limit: mostCollectibles,
  })
  const amounts = await pool.use(async (rpc) => {
    await requireBlock(rpc, block)
    return readCollectibleAmounts(rpc, {
      holder: safe,
      candidates,
      blockHash: block.hash,
      multicall,
    })
  })
  const conducts = new Map(seen.map((entry) => [entry.token, entry]))
  const owned = candidates.flatMap((candidate, index): OwnedCollectible[] => {
    const amount = amounts[index] ?? 0n
    const stored = tokens.get(candidate.token)
    if (amount === 0n || !stored) return []
    const trusted = chain.listed.has(candidate.token)
    const { score, reasons } = scoreToken({
      token: stored,
      listed: trusted,
      trustedSymbols: chain.trustedSymbols,
      conduct: conducts.get(candidate.token),
    })
    return [
      { ...candidate, amount, spamScore: score, spamReasons: reasons, trusted },
    ]
  })
  await saveOwnedCollectibles(store, {
    chainId,
    safe,
    block,
    owned: withoutDoubles(owned),
  })
}

/** A contract that logs one id in two ways owns it once. */
function withoutDoubles(
  owned: readonly OwnedCollectible[],
): OwnedCollectible[] {
  return [
    ...new Map(owned.map((entry) => [toCollectibleKey(entry), entry])).values(),
  ]
}
