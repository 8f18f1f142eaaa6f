import type { Address } from 'viem'
import { z } from 'zod'
import { addressSchema, isLoopbackHost } from './accessConfig.js'
import { ConfigError } from './configError.js'

/** A safe that is kept in step with another service. */
export type BridgeConfig = {
  chainId: number
  address: Address
  /** Where the transaction service is, without `/api`. */
  url: string
  token: string | undefined
  /** Whose budget the calls count against: an origin and a token's name. */
  account: string
  callsPerSecond: number
  callsPerMonth: number
  /** Between two rounds while something happens, and while nothing does. */
  pollMs: number
  idleMs: number
}

export const bridgesSchema = z
  .array(
    z.strictObject({
      chainId: z.int().positive(),
      address: addressSchema,
      url: z.url({ protocol: /^https?$/ }).refine((value) => {
        // What is no address at all is told already.
        if (!URL.canParse(value)) return true
        const { username, password, search, hash } = new URL(value)
        return [username, password, search, hash].every((part) => part === '')
      }, 'The address must not hold a password or a key. Name its variable in tokenFrom'),
      /** Named, so that the file holds no secret. */
      tokenFrom: z
        .string()
        .regex(/^COVAULT_[A-Z0-9_]+$/, 'The name must begin with COVAULT_')
        .optional(),
      callsPerSecond: z.number().positive().max(1_000).default(5),
      callsPerMonth: z.int().positive().default(40_000),
      pollSeconds: z.number().min(0.05).max(3_600).default(5),
      idleSeconds: z.number().min(0.05).max(86_400).default(300),
    }),
  )
  .default([])

type BridgeEntry = z.output<typeof bridgesSchema>[number]

export function completeBridges(
  parsed: {
    bridges: readonly BridgeEntry[]
    chains: readonly { chainId: number }[]
  },
  environment: NodeJS.ProcessEnv,
): BridgeConfig[] {
  const bridges = parsed.bridges.map((entry) =>
    completeBridge(entry, environment),
  )
  const seen = new Set<string>()
  for (const { chainId, address, url } of bridges) {
    if (!parsed.chains.some((chain) => chain.chainId === chainId))
      throw new ConfigError(
        `The bridge of ${address} is on chain ${chainId}, which is not among the chains. Add the chain, or remove the bridge.`,
      )
    const key = `${chainId} ${address} ${url}`
    if (seen.has(key))
      throw new ConfigError(
        `The bridge of ${address} to ${url} is listed twice.`,
      )
    seen.add(key)
  }
  return bridges
}

function completeBridge(
  entry: BridgeEntry,
  environment: NodeJS.ProcessEnv,
): BridgeConfig {
  const { chainId, address, tokenFrom } = entry
  const { callsPerSecond, callsPerMonth } = entry
  const { origin, protocol, hostname, href } = new URL(entry.url)
  const token = tokenFrom && environment[tokenFrom]
  if (tokenFrom !== undefined && !token)
    throw new ConfigError(
      `The bridge of ${address} takes its token from ${tokenFrom}, which is not set.`,
    )
  if (token && protocol === 'http:' && !isLoopbackHost(hostname))
    throw new ConfigError(
      `The bridge of ${address} has a token, so its url must begin with https://.`,
    )
  return {
    chainId,
    address,
    url: href.replace(/\/+$/, '').replace(/\/api$/, ''),
    token: token || undefined,
    account: [origin, ...(tokenFrom ? [tokenFrom] : [])].join(' '),
    callsPerSecond,
    callsPerMonth,
    pollMs: 1000 * entry.pollSeconds,
    idleMs: 1000 * Math.max(entry.idleSeconds, entry.pollSeconds),
  }
}
