import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Decimal, parseDecimal } from '@covault/api/decimal'
import { BaseError, findChain } from '@covault/protocol'
import { type Address, getAddress, isAddress } from 'viem'
import { z } from 'zod'
import { fiatCodes } from './fiatCodes.js'

/** The part of the configuration about tokens, collectibles and prices. */
export type AssetsConfig = {
  /** Chains whose tokens may make us ask other hosts. */
  outboundChainIds: ReadonlySet<number>
  /** Origins, tried in order. */
  ipfsGateways: string[]
  /** A server that speaks Sourcify's API; none is asked by default. */
  sourcify: string | undefined
  listedTokens: ListedToken[]
  feeds: ConfiguredFeed[]
  httpPrices: HttpPriceSource[]
  constants: ConstantPrice[]
}

/** A token somebody vouches for. */
export type ListedToken = {
  chainId: number
  address: Address
  name: string
  symbol: string
  decimals: number
  logoUri: string | null
}

/** `native`, a fiat code or the address of a token. */
export type PricedAsset = string

export type ConfiguredFeed = {
  chainId: number
  asset: PricedAsset
  address: Address
  description: string
  maximumAgeSeconds: number
  /** Of a rollup: a contract that tells whether its sequencer runs. */
  sequencer?: Address | undefined
}

/** Answers as DefiLlama's `prices/current` does. */
export type HttpPriceSource = {
  /** With `{coins}` where the list of `<chain name>:<address>` goes. */
  url: string
  chainNames: ReadonlyMap<number, string>
}

export type ConstantPrice = {
  /** Undefined for fiat codes, which are the same everywhere. */
  chainId: number | undefined
  asset: PricedAsset
  usd: Decimal
}

const addressSchema = z
  .string()
  .refine((value) => isAddress(value, { strict: false }), 'Not an address')
  .transform((value) => getAddress(value))

const assetSchema = z.union([
  z.literal('native'),
  z.enum(fiatCodes),
  addressSchema,
])

const usdSchema = z.string().transform((text, context) => {
  const usd = parseDecimal(text)
  if (usd && usd.digits > 0n) return usd
  context.addIssue('Not a decimal number above 0')
  return z.NEVER
})

const httpUrl = z.url({ protocol: /^https?$/ })

export const assetsFileSchema = {
  outbound: z
    .strictObject({
      access: z.boolean().optional(),
      ipfsGateways: z.array(httpUrl).default([]),
      sourcify: httpUrl.optional(),
    })
    .prefault({}),
  tokenLists: z.array(z.string().min(1)).default([]),
  prices: z
    .strictObject({
      feeds: z
        .array(
          z.strictObject({
            chainId: z.int().positive(),
            asset: assetSchema,
            address: addressSchema,
            description: z.string().min(1),
            // Twice the hour in which most feeds speak at least once.
            maximumAgeSeconds: z.int().positive().default(7_200),
            sequencer: addressSchema.optional(),
          }),
        )
        .default([]),
      http: z
        .array(
          z.strictObject({
            url: httpUrl.refine(
              (url) => url.includes('{coins}') || url.includes('%7Bcoins%7D'),
              'Must contain {coins}',
            ),
            chains: z.record(z.string().regex(/^[1-9]\d*$/), z.string().min(1)),
          }),
        )
        .default([]),
      constants: z
        .array(
          z.strictObject({
            chainId: z.int().positive().optional(),
            asset: assetSchema,
            usd: usdSchema,
          }),
        )
        .default([]),
    })
    .prefault({}),
}

type AssetsFile = {
  [part in keyof typeof assetsFileSchema]: z.output<
    (typeof assetsFileSchema)[part]
  >
}

/** Token lists are files beside the configuration, in the common format. */
export async function completeAssets(
  { outbound, tokenLists, prices }: AssetsFile,
  parameters: { folder: string; chainIds: readonly number[] },
): Promise<AssetsConfig> {
  const { folder, chainIds } = parameters
  const lists = await Promise.all(
    tokenLists.map((file) => readTokenList(resolve(folder, file))),
  )
  return {
    outboundChainIds: new Set(
      chainIds.filter(
        (chainId) => outbound.access ?? !(findChain(chainId)?.local ?? false),
      ),
    ),
    ipfsGateways: outbound.ipfsGateways,
    sourcify: outbound.sourcify,
    listedTokens: lists.flat(),
    feeds: prices.feeds,
    httpPrices: prices.http.map(({ url, chains }) => ({
      url,
      chainNames: new Map(
        Object.entries(chains).map(([id, name]) => [Number(id), name]),
      ),
    })),
    constants: prices.constants.map(({ chainId, ...constant }) => ({
      chainId,
      ...constant,
    })),
  }
}

/** Other fields of the format are of no use here. */
const tokenListSchema = z.object({
  tokens: z.array(
    z.object({
      chainId: z.int().positive(),
      address: addressSchema,
      name: z.string(),
      symbol: z.string(),
      decimals: z.int().min(0).max(255),
      logoURI: z.string().optional(),
    }),
  ),
})

async function readTokenList(file: string): Promise<ListedToken[]> {
  const text = await readFile(file, 'utf8').catch((cause) => {
    throw new TokenListError(`The token list ${file} cannot be read.`, {
      cause,
    })
  })
  const json = (() => {
    try {
      return JSON.parse(text)
    } catch (cause) {
      throw new TokenListError(`The token list ${file} is not valid JSON.`, {
        cause,
      })
    }
  })()
  const result = tokenListSchema.safeParse(json)
  if (!result.success)
    throw new TokenListError(
      `The token list ${file} is not valid:\n${z.prettifyError(result.error)}`,
    )
  return result.data.tokens.map(({ logoURI, ...token }) => ({
    ...token,
    logoUri: logoURI ?? null,
  }))
}

export class TokenListError extends BaseError {
  override name = 'TokenListError'
}
