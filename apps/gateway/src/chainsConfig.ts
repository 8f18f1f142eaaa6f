import { type RpcAuthentication, rpcAuthentications } from '@covault/api'
import {
  defineSafeChain,
  findChain,
  type SafeChain,
  safeVersions,
} from '@covault/protocol'
import { z } from 'zod'
import { addressSchema, httpUrl, rpcUrl } from './accessConfig.js'
import { ConfigError } from './configError.js'
import { readToken, tokenVariable } from './tokenFrom.js'

/** A chain as it is served. What the operator says wins over the release. */
export type ChainConfig = Omit<SafeChain, 'rpcUrl' | 'features'> & {
  /** An open set: other front ends act on words that this one does not know. */
  features: readonly string[]
  /** They may hold keys, so they never leave this process. */
  rpcUrls: [string, ...string[]]
  /** What browsers may know; undefined: they read through `/rpc`. */
  publicRpcUrl: string | undefined
  /** What the published address needs from anyone who uses it. */
  rpcAuthentication: RpcAuthentication
  /** Find the safes of every owner by the factories' logs. */
  factoryMode: boolean
  /** Undefined: the node says which blocks are final. */
  finalityDepth: number | undefined
  pollMs: number
  /** A transaction service that says where a safe's past lies. */
  hintsUrl: string | undefined
  hintsToken: string | undefined
}

/** A browser refuses an address with a name and a password in it. */
const forBrowsers = (url: z.ZodURL) =>
  url.refine((value) => {
    // What is no address at all is told already.
    if (!URL.canParse(value)) return true
    const { username, password } = new URL(value)
    return username === '' && password === ''
  }, 'A published address must not hold a user name or a password')

const wei = z
  .string()
  .regex(/^\d{1,78}$/, 'Not a whole number of wei, as text')
  .transform(BigInt)

/** Read in both vocabularies of the wire: `fixed1559` and `FIXED_1559`. */
const gasPriceSchema = z.preprocess(
  (source) =>
    typeof source === 'object' && source !== null && 'type' in source
      ? { ...source, type: String(source.type).toLowerCase().replace('_', '') }
      : source,
  z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('fixed'), weiValue: wei }),
    z.strictObject({
      type: z.literal('fixed1559'),
      maxFeePerGas: wei,
      maxPriorityFeePerGas: wei,
    }),
    z.strictObject({
      type: z.literal('oracle'),
      uri: forBrowsers(httpUrl),
      gasParameter: z.string().min(1).max(60),
      gweiFactor: z
        .string()
        .regex(/^\d{1,30}(\.\d{1,18})?$/, 'Not a number, as text'),
    }),
    z.strictObject({ type: z.literal('unknown') }),
  ]),
)

const color = z.string().regex(/^#[0-9a-f]{6}$/i, 'Not a colour like #5b6472')

/** The schema writes an address as the wire has it, where braces are escaped. */
const decodeBraces = (url: string) =>
  url.replaceAll(/%7b/gi, '{').replaceAll(/%7d/gi, '}')

/** With the place where an address or a hash goes, as the wire has it. */
const template = (name: string) =>
  httpUrl.refine(
    (value) => decodeBraces(value).includes(`{{${name}}}`),
    `Must contain {{${name}}}`,
  )

const chainSchema = z
  .strictObject({
    chainId: z.int().positive(),
    rpcUrls: z.tuple([rpcUrl], rpcUrl),
    publicRpcUrl: forBrowsers(rpcUrl).optional(),
    rpcAuthentication: z.enum(rpcAuthentications).optional(),
    shortName: z
      .string()
      .regex(/^[a-z0-9-]+$/)
      .optional(),
    name: z.string().min(1).max(60).optional(),
    description: z.string().max(1000).optional(),
    nativeCurrency: z
      .strictObject({
        name: z.string().min(1),
        symbol: z.string().min(1),
        decimals: z.int().min(0).max(36),
      })
      .optional(),
    testnet: z.boolean().optional(),
    l2: z.boolean().optional(),
    features: z.array(z.string().regex(/^[A-Z0-9_]{1,60}$/)).optional(),
    multicall3Address: addressSchema.optional(),
    ensRegistryAddress: addressSchema.optional(),
    recommendedVersion: z.enum(safeVersions).optional(),
    blockExplorer: z
      .strictObject({
        name: z.string().min(1).max(60),
        address: template('address'),
        txHash: template('txHash'),
        api: z.union([httpUrl, z.literal('')]).default(''),
      })
      .optional(),
    gasPrice: z.array(gasPriceSchema).optional(),
    theme: z
      .strictObject({ textColor: color, backgroundColor: color })
      .optional(),
    factoryMode: z.boolean().optional(),
    finalityDepth: z.int().min(0).optional(),
    pollSeconds: z.number().min(0.05).max(300).optional(),
    hints: httpUrl.optional(),
    hintsTokenFrom: tokenVariable.optional(),
  })
  .refine(
    (chain) => !chain.rpcAuthentication || chain.publicRpcUrl !== undefined,
    'The chain has rpcAuthentication but no publicRpcUrl. Add publicRpcUrl, or remove rpcAuthentication.',
  )

export const chainsSchema = z.array(chainSchema).min(1)

type ChainEntry = z.output<typeof chainSchema>

/** Every chain once: addresses are written with its short name before them. */
export function completeChains(
  entries: readonly ChainEntry[],
  environment: NodeJS.ProcessEnv,
): ChainConfig[] {
  const chains = entries.map((entry) => completeChain(entry, environment))
  for (const [at, chain] of chains.entries())
    for (const other of chains.slice(0, at)) assertApart(chain, other)
  return chains
}

function assertApart(chain: ChainConfig, other: ChainConfig): void {
  if (chain.chainId === other.chainId)
    throw new ConfigError(
      `Chain ${chain.chainId} is listed twice. Put all its addresses into rpcUrls of one entry.`,
    )
  const taken = listShortNames(other)
  const shared = listShortNames(chain).find((name) => taken.includes(name))
  if (shared !== undefined)
    throw new ConfigError(
      `Chains ${other.chainId} and ${chain.chainId} share the short name "${shared}". Give one of them another shortName.`,
    )
}

/** As it is served, and as browsers call it if the release knows it. */
function listShortNames({ chainId, shortName }: ChainConfig): string[] {
  return [shortName, findChain(chainId)?.shortName ?? shortName]
}

/** What the file leaves out is what the release knows, or what most chains have. */
export function completeChain(
  chain: ChainEntry,
  environment: NodeJS.ProcessEnv = {},
): ChainConfig {
  const { chainId, rpcUrls, publicRpcUrl } = chain
  const { rpcUrl: _, ...known } = findChain(chainId) ?? defineUnknown(chain)
  return {
    chainId,
    rpcUrls,
    publicRpcUrl,
    rpcAuthentication: chain.rpcAuthentication ?? 'NO_AUTHENTICATION',
    shortName: chain.shortName ?? known.shortName,
    name: chain.name ?? known.name,
    description: chain.description ?? known.description,
    nativeCurrency: chain.nativeCurrency ?? known.nativeCurrency,
    testnet: chain.testnet ?? known.testnet,
    local: known.local,
    l2: chain.l2 ?? known.l2,
    features: chain.features ?? known.features,
    multicall3Address: chain.multicall3Address ?? known.multicall3Address,
    ensRegistryAddress: chain.ensRegistryAddress ?? known.ensRegistryAddress,
    recommendedVersion: chain.recommendedVersion ?? known.recommendedVersion,
    blockExplorer: chain.blockExplorer ?? known.blockExplorer,
    gasPrice: chain.gasPrice ?? known.gasPrice,
    theme: chain.theme ?? known.theme,
    factoryMode: chain.factoryMode ?? known.local,
    finalityDepth: chain.finalityDepth,
    pollMs: 1000 * (chain.pollSeconds ?? (known.local ? 0.2 : 4)),
    hintsUrl: chain.hints,
    hintsToken: readHintsToken(chain, environment),
  }
}

function readHintsToken(
  { chainId, hints, hintsTokenFrom }: ChainEntry,
  environment: NodeJS.ProcessEnv,
): string | undefined {
  if (hintsTokenFrom === undefined) return undefined
  if (hints === undefined)
    throw new ConfigError(
      `Chain ${chainId} has hintsTokenFrom but no hints. Add hints, or remove hintsTokenFrom.`,
    )
  return readToken(`Chain ${chainId}`, {
    ...{ environment, url: hints, tokenFrom: hintsTokenFrom },
  })
}

/** A chain the release never heard of. */
function defineUnknown({ chainId, ensRegistryAddress }: ChainEntry): SafeChain {
  return defineSafeChain({
    chainId,
    shortName: String(chainId),
    name: `Chain ${chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrl: '',
    theme: { textColor: '#ffffff', backgroundColor: '#5b6472' },
    ensRegistryAddress,
  })
}
