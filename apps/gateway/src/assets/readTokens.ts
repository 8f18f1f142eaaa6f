import { BaseError } from '@covault/protocol'
import type { Address, Hex } from 'viem'
import { findAirdrops } from '../chain/airdrops.js'
import { requireBlock } from '../chain/requireBlock.js'
import { readTokenMetadata } from '../chain/tokenMetadata.js'
import { ifWritable } from '../store/storeFailure.js'
import {
  readStoredTokens,
  type StoredToken,
  saveTokens,
} from '../store/tokens.js'
import type { AssetChain } from './assetChain.js'
import { type Assets, getChain, shareRead } from './assets.js'
import { pinBlock } from './pinBlock.js'
import {
  type SpamReason,
  scoreToken,
  spamThreshold,
  type TokenConduct,
} from './spam.js'

/** A token as it may be shown. */
export type Token = {
  address: Address
  kind: 'erc20' | 'erc721' | 'erc1155'
  /** Empty when the contract has none that can be shown. */
  name: string
  symbol: string
  /** Null for collectibles. */
  decimals: number | null
  logoUri: string | null
  /** On a token list. */
  trusted: boolean
  spam: boolean
  spamScore: number
  spamReasons: SpamReason[]
}

/** What is known of tokens; asks the chain about new ones only. */
export async function readTokens(
  assets: Assets,
  parameters: { chainId: number; tokens: readonly Address[] },
): Promise<Map<Address, Token>> {
  const chain = getChain(assets, parameters.chainId)
  const tokens = [...new Set(parameters.tokens)]
  const stored = await learnTokens(assets, {
    chain,
    tokens: tokens.map((token) => ({ token })),
  })
  return new Map(
    tokens.flatMap((address) => {
      const token = describeToken(chain, {
        address,
        stored: stored.get(address),
      })
      return token ? [[address, token]] : []
    }),
  )
}

/** A list's words come before the contract's, its decimals after them. */
export function describeToken(
  chain: AssetChain,
  parameters: {
    address: Address
    stored: StoredToken | undefined
    conduct?: TokenConduct | undefined
  },
): Token | undefined {
  const { address, stored, conduct } = parameters
  const listed = chain.listed.get(address)
  const kind = stored && stored.kind !== 'unknown' ? stored.kind : undefined
  if (!listed && !kind) return undefined
  const { score, reasons } = scoreToken({
    token: {
      address,
      name: stored?.name ?? null,
      symbol: stored?.symbol ?? null,
      flaws: stored?.flaws ?? [],
    },
    listed: listed !== undefined,
    trustedSymbols: chain.trustedSymbols,
    conduct,
  })
  return {
    address,
    kind: kind ?? 'erc20',
    name: listed?.name ?? stored?.name ?? '',
    symbol: listed?.symbol ?? stored?.symbol ?? '',
    decimals: stored?.decimals ?? (kind ? null : (listed?.decimals ?? null)),
    logoUri: listed?.logoUri ?? null,
    trusted: listed !== undefined,
    spam: score >= spamThreshold,
    spamScore: score,
    spamReasons: reasons,
  }
}

/** What a token says of itself seldom changes; what failed may work soon. */
const keptMs = 7 * 86_400_000
const keptUnknownMs = 3_600_000

/** Most of those who are paid have no code: lists ask for them all the time. */
const keptCodelessMs = 60_000
const mostCodeless = 10_000

/** New tokens in one answer; the rest follow with the next. */
const mostNew = 100

export async function learnTokens(
  assets: Assets,
  parameters: {
    chain: AssetChain
    /** With a transaction that brought it, where one is known. */
    tokens: readonly { token: Address; sample?: Hex }[]
  },
): Promise<Map<Address, StoredToken>> {
  const { store, now } = assets
  const { chain, tokens } = parameters
  const { chainId } = chain
  const stored = await readStoredTokens(store, {
    chainId,
    tokens: tokens.map(({ token }) => token),
  })
  for (const { token } of tokens) {
    const known = assets.codeless.get(`${chainId}:${token}`)
    if (known && !stored.has(token)) stored.set(token, known)
  }
  const isDue = ({ token }: { token: Address }) => {
    const known = stored.get(token)
    return !known || now().getTime() - known.readAt.getTime() > getTerm(known)
  }
  const due = tokens.filter(isDue).slice(0, mostNew)
  if (due.length === 0) return stored
  const learned = await askOnce(assets, { chain, tokens: due }).catch(
    (error: unknown) => {
      // What is only to be refreshed can wait for a node that answers.
      const isKnown = due.every(({ token }) => stored.has(token))
      if (isKnown && error instanceof BaseError) return []
      throw error
    },
  )
  // Anybody can ask for any address: where no contract is, nothing is stored.
  const tokensWithCode = learned.filter((token) => !isCodeless(token))
  await ifWritable(saveTokens(store, { chainId, tokens: tokensWithCode }))
  const readAt = now()
  for (const token of learned) {
    const known = { ...token, readAt }
    stored.set(token.address, known)
    if (isCodeless(token)) keepCodeless(assets, chainId, known)
  }
  return stored
}

function isCodeless({ flaws }: Pick<StoredToken, 'flaws'>): boolean {
  return flaws.includes('no-code')
}

function getTerm(token: StoredToken): number {
  if (isCodeless(token)) return keptCodelessMs
  return token.kind === 'unknown' ? keptUnknownMs : keptMs
}

/** The one that was read longest ago makes room. */
function keepCodeless(
  { codeless }: Assets,
  chainId: number,
  token: StoredToken,
): void {
  const key = `${chainId}:${token.address}`
  codeless.delete(key)
  codeless.set(key, token)
  const [oldest = key] = codeless.keys()
  if (codeless.size > mostCodeless) codeless.delete(oldest)
}

/** Those who ask for the same one at the same time share the answer. */
function askOnce(
  assets: Assets,
  parameters: Parameters<typeof askTokens>[1],
): ReturnType<typeof askTokens> {
  const { chain, tokens } = parameters
  const [only, ...others] = tokens
  return only && others.length === 0
    ? shareRead(assets, `token:${chain.chainId}:${only.token}`, () =>
        askTokens(assets, parameters),
      )
    : askTokens(assets, parameters)
}

async function askTokens(
  { store }: Assets,
  parameters: {
    chain: AssetChain
    tokens: readonly { token: Address; sample?: Hex }[]
  },
): Promise<Omit<StoredToken, 'readAt'>[]> {
  const { chain, tokens } = parameters
  const block = await pinBlock(store, chain)
  return chain.pool.use(async (rpc) => {
    await requireBlock(rpc, block)
    const metadata = await readTokenMetadata(rpc, {
      tokens: tokens.map(({ token }) => token),
      blockHash: block.hash,
    })
    const airdrops = await findAirdrops(
      rpc,
      tokens.flatMap(({ token, sample }) =>
        sample && !chain.listed.has(token)
          ? [{ token, transaction: sample }]
          : [],
      ),
    )
    return tokens.flatMap(({ token }, index) => {
      const found = metadata[index]
      if (!found) return []
      const airdrop = airdrops.has(token) ? ['mass-airdrop'] : []
      return [{ address: token, ...found, flaws: [...found.flaws, ...airdrop] }]
    })
  })
}
