import type { Balances } from '@covault/api'
import { add, compare, formatDecimal, zero } from '@covault/api/decimal'
import { BaseError } from '@covault/protocol'
import { type Address, zeroAddress } from 'viem'
import { BlockReplacedError, requireBlock } from '../chain/requireBlock.js'
import { NoNodeError } from '../chain/rpcErrors.js'
import { readNativeBalance, readTokenBalances } from '../chain/tokenBalances.js'
import {
  readStoredBalances,
  type StoredBalances,
  saveBalances,
  saveNative,
} from '../store/balances.js'
import type { BlockId } from '../store/cursors.js'
import type { PriceSource } from '../store/prices.js'
import { ifWritable } from '../store/storeFailure.js'
import { listSeenTokens, type SeenToken } from '../store/tokens.js'
import type { AssetChain } from './assetChain.js'
import { type Assets, getChain, readLater, shareRead } from './assets.js'
import { pinBlock } from './pinBlock.js'
import { describeToken, learnTokens, type Token } from './readTokens.js'
import { spamThreshold } from './spam.js'
import { readValuer, type Valuer } from './valuer.js'

export type BalanceItem = Balances['items'][number] & {
  trusted: boolean
  spam: boolean
  spamReasons: string[]
  /** Null: nobody knows a price. */
  priceSource: PriceSource | null
}

export type SafeBalances = {
  /**
   * At which the native amount was read. Amounts of tokens too, or they were
   * read before and no row of the safe has changed since.
   */
  block: BlockId
  /** For so many milliseconds, while this block is the last and no row changes. */
  mostMs: number
  fiatTotal: string
  items: BalanceItem[]
}

/**
 * What a safe has and what it is worth, with the native currency always among
 * it. Asked again at the same block, it costs no question to a node; at a later
 * one it costs one, where nothing is known to have moved.
 */
export async function readBalances(
  assets: Assets,
  parameters: {
    chainId: number
    safe: Address
    /** In any case; a currency nobody knows makes everything worth nothing. */
    currency: string
    trusted: boolean
    excludeSpam: boolean
  },
): Promise<SafeBalances> {
  const { chainId, safe, currency, trusted, excludeSpam } = parameters
  const chain = getChain(assets, chainId)
  const balances = await readAmounts(assets, { chain, safe })
  const entries = (await describeEntries(assets, { chain, balances })).filter(
    ({ token }) =>
      trusted ? token.trusted : token.trusted || !(excludeSpam && token.spam),
  )
  const valuer = await readValuer(assets, {
    chain,
    block: balances.block,
    currency,
    // A token that wants to look valuable is not asked about.
    tokens: entries.flatMap(({ token }) => (token.spam ? [] : token.address)),
  })
  const valued = entries
    .map((entry) => ({ entry, value: valuer(entry.token, entry.amount) }))
    .sort((a, b) => compare(b.value.balance, a.value.balance))
  const total = valued.reduce((sum, { value }) => add(sum, value.balance), zero)
  return {
    block: balances.block,
    mostMs: getTerm(assets, balances.block, balances),
    fiatTotal: formatDecimal(total),
    items: valued.map(({ entry, value }) => toItem(entry, value)),
  }
}

type Entry = {
  token: Omit<Token, 'spamReasons'> & { native: boolean; spamReasons: string[] }
  amount: bigint
}

function toItem(
  { token, amount }: Entry,
  value: ReturnType<Valuer>,
): BalanceItem {
  const { address, name, symbol, decimals, logoUri } = token
  return {
    tokenInfo: {
      type: token.native ? 'NATIVE_TOKEN' : 'ERC20',
      address,
      decimals,
      symbol,
      name,
      logoUri,
    },
    balance: amount,
    fiatBalance: formatDecimal(value.balance),
    fiatConversion: formatDecimal(value.price),
    fiatBalance24hChange: value.change && formatDecimal(value.change),
    trusted: token.trusted,
    spam: token.spam,
    spamReasons: token.spamReasons,
    priceSource: value.source,
  }
}

async function describeEntries(
  assets: Assets,
  { chain, balances }: { chain: AssetChain; balances: StoredBalances },
): Promise<Entry[]> {
  // Of equal worth in one order, whether they were stored or read just now.
  const held = balances.tokens
    .filter(({ amount }) => amount > 0n)
    .toSorted((a, b) =>
      a.token.toLowerCase() < b.token.toLowerCase() ? -1 : 1,
    )
  const stored = await learnTokens(assets, {
    chain,
    tokens: held.map(({ token }) => ({ token })),
  })
  const tokens = held.flatMap(
    ({ token: address, amount, ...spam }): Entry[] => {
      const token = describeToken(chain, {
        address,
        stored: stored.get(address),
      })
      if (token?.kind !== 'erc20') return []
      return [
        {
          amount,
          token: {
            ...token,
            native: false,
            spam: spam.spamScore >= spamThreshold,
            spamReasons: spam.spamReasons,
          },
        },
      ]
    },
  )
  return [{ token: describeNative(chain), amount: balances.native }, ...tokens]
}

function describeNative({ nativeCurrency }: AssetChain): Entry['token'] {
  return {
    address: zeroAddress,
    kind: 'erc20',
    ...nativeCurrency,
    native: true,
    logoUri: null,
    trusted: true,
    spam: false,
    spamScore: 0,
    spamReasons: [],
  }
}

async function readAmounts(
  assets: Assets,
  { chain, safe }: { chain: AssetChain; safe: Address },
): Promise<StoredBalances> {
  const block = await pinBlock(assets.store, chain)
  return shareRead(
    assets,
    `balances:${chain.chainId}:${safe}:${block.hash}`,
    () => readAmountsAt(assets, { chain, safe, block }),
  )
}

/**
 * What changes an amount without a log that the index has is seen after so long:
 * of tokens that rebase, or where a node left the log out.
 */
const tokensKeptMs = 60_000

/** Also of what an older release has written, which says nothing of tokens. */
function isAllOf(
  { hash }: BlockId,
  { block, reading }: Pick<StoredBalances, 'block' | 'reading'>,
): boolean {
  return block.hash === hash && reading.block === hash
}

/** Read at the block itself, amounts of tokens stay true of it. */
function getTerm(
  { now }: Pick<Assets, 'now'>,
  block: BlockId,
  stored: Pick<StoredBalances, 'block' | 'reading'>,
): number {
  if (isAllOf(block, stored)) return Number.POSITIVE_INFINITY
  return tokensKeptMs - Math.abs(now().getTime() - stored.reading.at.getTime())
}

/**
 * The stored amounts if they are of this block. Those of tokens hold while no
 * row of the safe changes: then only the native one is new.
 */
async function readAmountsAt(
  assets: Assets,
  parameters: { chain: AssetChain; safe: Address; block: BlockId },
): Promise<StoredBalances> {
  const { store } = assets
  const { chain, safe, block } = parameters
  const { chainId, listsHash } = chain
  const { balances: stored, version } = await readStoredBalances(store, {
    chainId,
    safe,
    block: block.hash,
  })
  const holds =
    stored !== undefined &&
    stored.lists === listsHash &&
    (isAllOf(block, stored) ||
      (version !== null && stored.reading.version === version)) &&
    getTerm(assets, block, stored) > 0
  if (holds && stored.block.hash === block.hash) return stored
  const asked = stored ? chain : { ...chain, pool: chain.firstPool }
  const at = { safe, block, version, stored }
  try {
    return holds
      ? await readNewNative(assets, { chain, safe, block, stored })
      : await readNewAmounts(assets, { ...at, chain: asked })
  } catch (error) {
    if (error instanceof NoNodeError)
      readLater(assets, {
        key: `balances:${chainId}:${safe}`,
        chain,
        read: (patient) => readNewAmounts(assets, { ...at, chain: patient }),
      })
    // While no node answers, what was last known is better than nothing.
    if (stored && error instanceof BaseError) return stored
    if (!(error instanceof BlockReplacedError)) throw error
    const next = await pinBlock(store, chain)
    const later = { ...at, block: next, version: null }
    return readNewAmounts(assets, { ...later, chain })
  }
}

/** One question: what came without a log is in no row. */
async function readNewNative(
  { store }: Assets,
  parameters: {
    chain: AssetChain
    safe: Address
    block: BlockId
    stored: StoredBalances
  },
): Promise<StoredBalances> {
  const { chain, safe, block, stored } = parameters
  const native = await chain.pool.use((rpc) =>
    readNativeBalance(rpc, { holder: safe, blockHash: block.hash }),
  )
  const balances = { ...stored, block, native }
  const { chainId } = chain
  await ifWritable(saveNative(store, { chainId, safe, balances }))
  return balances
}

/** Tokens of one safe that are asked for; nobody holds more on purpose. */
const mostTokens = 2_000

async function readNewAmounts(
  assets: Assets,
  parameters: {
    chain: AssetChain
    safe: Address
    block: BlockId
    version: string | null
    /** What was known before. */
    stored: StoredBalances | undefined
  },
): Promise<StoredBalances> {
  const { store, now } = assets
  const { chain, safe, block, version, stored } = parameters
  const { chainId, multicall } = chain
  const seen = await listSeenTokens(store, { chainId, safe, limit: mostTokens })
  const known = await learnTokens(assets, { chain, tokens: seen })
  const conducts = new Map(seen.map((entry) => [entry.token, entry]))
  const fungible = seen
    .map(({ token }) => token)
    .filter((token) => known.get(token)?.kind === 'erc20')
  const asked = [...new Set([...chain.listed.keys(), ...fungible])]
  const at = now()
  const amounts = await chain.pool.use(async (rpc) => {
    await requireBlock(rpc, block)
    return readTokenBalances(rpc, {
      holder: safe,
      tokens: asked,
      blockHash: block.hash,
      multicall,
    })
  })
  // Another machine behind the same address may lack the block.
  const isWhole = stored
    ? stored.tokens.every(
        ({ token, amount }) => amount === 0n || amounts.tokens.has(token),
      )
    : asked.length === 0 || amounts.tokens.size > 0
  const isLearnt = seen.every(({ token }) => known.has(token))
  const balances = {
    block,
    lists: chain.listsHash,
    native: amounts.native,
    tokens: [...amounts.tokens]
      .filter(([token, amount]) => amount > 0n || conducts.has(token))
      .map(([token, amount]) => ({
        token,
        amount,
        ...scoreFor(chain, {
          token,
          conduct: conducts.get(token),
          stored: known.get(token),
        }),
      })),
    reading: {
      ...{ block: block.hash, at },
      // What is left to learn, or went missing, follows with the next reading.
      version: isWhole && isLearnt ? version : null,
    },
  }
  await ifWritable(saveBalances(store, { chainId, safe, balances }))
  return balances
}

function scoreFor(
  chain: AssetChain,
  parameters: {
    token: Address
    conduct: SeenToken | undefined
    stored: Parameters<typeof describeToken>[1]['stored']
  },
): { spamScore: number; spamReasons: string[] } {
  const { token: address, conduct, stored } = parameters
  const described = describeToken(chain, { address, stored, conduct })
  return {
    spamScore: described?.spamScore ?? 0,
    spamReasons: described?.spamReasons ?? [],
  }
}
