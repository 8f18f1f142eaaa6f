import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  type SafeAppSocialPlatform,
  safeAppSocialPlatforms,
} from '@covault/api'
import type { Address } from 'viem'
import { z } from 'zod'
import {
  type AccessConfig,
  accessSchema,
  addressSchema,
  httpUrl,
  originSchema,
  toAccess,
} from './accessConfig.js'
import {
  type AssetsConfig,
  assetsFileSchema,
  completeAssets,
} from './assetsConfig.js'
import {
  type BackupConfig,
  backupSchema,
  completeBackup,
} from './backupConfig.js'
import {
  type BridgeConfig,
  bridgesSchema,
  completeBridges,
} from './bridgesConfig.js'
import {
  type ChainConfig,
  chainsSchema,
  completeChains,
} from './chainsConfig.js'
import { ConfigError } from './configError.js'
import { readContracts, type VerifiedContracts } from './contractsConfig.js'
import { readDatabase } from './databaseConfig.js'
import { toNetworkFile } from './networkConfig.js'
import {
  completeNotices,
  type NoticesConfig,
  noticesSchema,
} from './noticesConfig.js'
import { assertFitForPublic } from './publicConfig.js'

/**
 * The only file that reads the environment, the command line and the
 * configuration file. What it returns is complete and checked.
 */
export type Config = {
  host: string
  port: number
  dataFolder: string
  /** Forget what an embedded database stored before. */
  reset: boolean
  /** What of the gateway runs in this process. */
  role: Role
  /** Undefined: an embedded PostgreSQL inside the data folder. */
  databaseUrl: string | undefined
  /** The same servers without a pooler, to listen and to lead. */
  databaseDirectUrl: string | undefined
  /** Replicas that lists are read from. */
  databaseReadUrl: string | undefined
  chains: ChainConfig[]
  following: {
    /** Safes per chain that are followed at most. */
    maximumSafes: number
    /** Of these, how many may be safes that somebody only looked at. */
    lookers: number
    /** Followed from the start and never let go; the demo's are among them. */
    safes: { chainId: number; address: Address }[]
    /** A safe nobody asked for this long is let go. */
    idleDays: number
    /** Tokens may arrive before the safe exists. */
    blocksBeforeCreation: number
  }
  access: AccessConfig
  assets: AssetsConfig
  /** Opens /metrics to others than this machine. */
  metricsToken: string | undefined
  /** Where traces are sent, and with which headers; undefined: nowhere. */
  traces: { url: string; headers: Record<string, string> } | undefined
  walletConnect: WalletConnectConfig | undefined
  demo: { safes: DemoSafe[] } | undefined
  /** Contracts whose ABI the operator vouches for. */
  contracts: VerifiedContracts
  /** Apps that are offered; an empty list of chains means all. */
  safeApps: SafeAppConfig[]
  /** Origins of hosts that may show this app in a frame of theirs. */
  embedding: { parents: string[] }
  /** Safes that are kept in step with another service. */
  bridges: BridgeConfig[]
  /** Undefined: only the operator makes backups. */
  backup: BackupConfig | undefined
  /** Services that owners may move in from, though they are not public. */
  moveIn: { origins: string[] }
  notices: NoticesConfig
}

export type SafeAppConfig = {
  id: number
  url: string
  name: string
  description: string
  iconUrl: string | null
  chainIds: number[]
  provider: { name: string; url: string } | null
  /** Hosts of front ends that may list it; undefined: all. */
  allowedDomains: string[] | undefined
  tags: string[]
  features: string[]
  developerWebsite: string | null
  socialProfiles: { platform: SafeAppSocialPlatform; url: string }[]
  featured: boolean
}

type WalletConnectConfig = {
  projectId: string
  /** Another relay than WalletConnect’s own. */
  relayUrl?: string | undefined
}

export type Role = 'all' | 'api' | 'indexer'

export type DemoSafe = { chainId: number; address: Address; name: string }

const fileSchema = z.strictObject({
  $schema: z.string().optional(),
  host: z.string().default('127.0.0.1'),
  port: z.int().min(1).max(65_535).default(4400),
  data: z.string().optional(),
  chains: chainsSchema,
  following: z
    .strictObject({
      maximumSafes: z.int().min(1).default(10_000),
      lookers: z.int().min(0).optional(),
      safes: z
        .array(
          z.strictObject({
            chainId: z.int().positive(),
            address: addressSchema,
          }),
        )
        .default([]),
      idleDays: z.number().positive().default(30),
      // Thirty days of blocks every twelve seconds.
      blocksBeforeCreation: z.int().min(0).default(216_000),
    })
    .prefault({}),
  access: accessSchema.prefault({}),
  safeApps: z
    .array(
      z.strictObject({
        url: httpUrl,
        name: z.string().min(1).max(100),
        description: z.string().max(1000).default(''),
        iconUrl: httpUrl.nullable().default(null),
        chainIds: z.array(z.int().positive()).default([]),
        provider: z
          .strictObject({ name: z.string().min(1), url: httpUrl })
          .nullable()
          .default(null),
        allowedDomains: z.array(z.string().min(1)).optional(),
        tags: z.array(z.string()).default([]),
        features: z.array(z.string()).default([]),
        developerWebsite: httpUrl.nullable().default(null),
        socialProfiles: z
          .array(
            z.strictObject({
              platform: z.enum(safeAppSocialPlatforms),
              url: httpUrl,
            }),
          )
          .default([]),
        featured: z.boolean().default(false),
      }),
    )
    .default([]),
  embedding: z
    .strictObject({ parents: z.array(originSchema).default([]) })
    .prefault({}),
  bridges: bridgesSchema,
  backup: backupSchema.optional(),
  moveIn: z
    .strictObject({ origins: z.array(originSchema).default([]) })
    .prefault({}),
  notices: noticesSchema,
  ...assetsFileSchema,
  /** A folder of verified contracts, beside this file. */
  contracts: z.string().min(1).optional(),
  walletConnect: z
    .strictObject({
      projectId: z.string().min(1),
      /** Another relay than WalletConnect's own. */
      relayUrl: z.url({ protocol: /^wss?$/ }).optional(),
    })
    .optional(),
  demo: z
    .strictObject({
      safes: z.array(
        z.strictObject({
          chainId: z.int().positive(),
          address: addressSchema,
          name: z.string().min(1),
        }),
      ),
    })
    .optional(),
})

/** As OpenTelemetry says it: where the collector is, without the path. */
function readTraces(environment: NodeJS.ProcessEnv): Config['traces'] {
  const endpoint = environment.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint) return undefined
  if (!URL.canParse(endpoint))
    throw new ConfigError('OTEL_EXPORTER_OTLP_ENDPOINT is not an address.')
  const headers = readHeaders(environment.OTEL_EXPORTER_OTLP_HEADERS ?? '')
  return { url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, headers }
}

/** `name=value,name=value`, escaped as in an address; a value may be a secret. */
function readHeaders(list: string): Record<string, string> {
  const pairs = list.split(',').filter((pair) => pair.trim() !== '')
  try {
    const entries = pairs.map((pair) => {
      const [name = '', ...value] = decodeURIComponent(pair).split('=')
      return [name.trim(), value.join('=').trim()]
    })
    return Object.fromEntries(new Headers(Object.fromEntries(entries)))
  } catch {
    throw new ConfigError(
      'OTEL_EXPORTER_OTLP_HEADERS must be a list like name=value,name=value.',
    )
  }
}

export async function readConfig(
  args: string[],
  environment: NodeJS.ProcessEnv,
): Promise<Config> {
  const values = parseOptions(args)
  const file = resolve(values.config ?? 'covault.config.json')
  const parsed =
    values.network === undefined
      ? await readConfigFile(file)
      : fileSchema.parse(toNetworkFile(values.network, environment))
  const database = readDatabase(environment)
  const { databaseUrl } = database
  const metricsToken = environment.COVAULT_METRICS_TOKEN || undefined
  const access = toAccess(parsed.access, parsed)
  const { host } = parsed
  const dataFolder = resolve(
    values.data ?? resolve(dirname(file), parsed.data ?? '.covault'),
  )
  assertFitForPublic({ host, access, databaseUrl, metricsToken })
  const port = values.port === undefined ? parsed.port : parsePort(values.port)
  return {
    host,
    port,
    dataFolder,
    reset: values.reset,
    role: parseRole(values.role, databaseUrl),
    ...database,
    chains: completeChains(parsed.chains, environment),
    following: completeFollowing(parsed),
    assets: await completeAssets(parsed, {
      folder: dirname(file),
      chainIds: parsed.chains.map(({ chainId }) => chainId),
    }),
    access,
    metricsToken,
    traces: readTraces(environment),
    walletConnect: parsed.walletConnect,
    demo: parsed.demo,
    contracts: await readContracts(
      parsed.contracts && resolve(dirname(file), parsed.contracts),
    ),
    safeApps: parsed.safeApps.map((app, index) => ({
      ...app,
      id: index + 1,
      allowedDomains: app.allowedDomains,
    })),
    embedding: parsed.embedding,
    bridges: completeBridges(parsed, environment),
    backup: completeBackup(parsed.backup, {
      configFolder: dirname(file),
      dataFolder,
    }),
    moveIn: parsed.moveIn,
    notices: completeNotices(parsed.notices, environment, {
      ...{ access, host, port },
    }),
  }
}

function parseOptions(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        config: { type: 'string' },
        network: { type: 'string' },
        port: { type: 'string' },
        data: { type: 'string' },
        reset: { type: 'boolean', default: false },
        role: { type: 'string', default: 'all' },
      },
    })
    if (values.config === undefined || values.network === undefined)
      return values
  } catch (cause) {
    const { message } = cause as Error
    throw new ConfigError(message, { cause })
  }
  throw new ConfigError('Use either --config or --network, not both.')
}

type ParsedFile = z.output<typeof fileSchema>

async function readConfigFile(file: string): Promise<ParsedFile> {
  const text = await readFile(file, 'utf8').catch((cause) => {
    throw new ConfigError(
      `The configuration ${file} cannot be read. Name another with --config FILE, or one known network with --network NAME.`,
      { cause },
    )
  })
  const json = (() => {
    try {
      return JSON.parse(text)
    } catch (cause) {
      throw new ConfigError(`The configuration ${file} is not valid JSON.`, {
        cause,
      })
    }
  })()
  const result = fileSchema.safeParse(json)
  if (result.success) return result.data
  throw new ConfigError(
    `The configuration ${file} is not valid:\n${z.prettifyError(result.error)}`,
  )
}

/** A tenth is for those who only look, unless the operator says otherwise. */
function completeFollowing({
  following,
  chains,
  demo,
  bridges,
  notices,
}: ParsedFile): Config['following'] {
  const { maximumSafes, lookers, safes } = following
  for (const { chainId, address } of safes)
    if (!chains.some((chain) => chain.chainId === chainId))
      throw new ConfigError(
        `following.safes has ${address} on chain ${chainId}, which is not among the chains. Add the chain, or remove the safe.`,
      )
  return {
    ...following,
    lookers: lookers ?? Math.max(1, Math.floor(maximumSafes / 10)),
    safes: [
      ...safes,
      ...(demo?.safes ?? []),
      ...bridges.map(toPlace),
      ...notices.receivers.flatMap((receiver) => receiver.safes),
    ],
  }
}

function toPlace({ chainId, address }: { chainId: number; address: Address }) {
  return { chainId, address }
}

const roles: readonly Role[] = ['all', 'api', 'indexer']

function parseRole(text: string, databaseUrl: string | undefined): Role {
  const role = roles.find((known) => known === text)
  if (!role)
    throw new ConfigError(`--role must be all, api or indexer, not "${text}".`)
  if (role !== 'all' && databaseUrl === undefined)
    throw new ConfigError(
      `--role ${role} needs DATABASE_URL: processes that share the work share a database.`,
    )
  return role
}

function parsePort(text: string): number {
  const port = Number(text)
  if (Number.isInteger(port) && port > 0 && port <= 65_535) return port
  throw new ConfigError(
    `--port must be a whole number from 1 to 65535, not "${text}".`,
  )
}
