import type { Address } from 'viem'
import { z } from 'zod'
import { addressSchema } from './accessConfig.js'
import { ConfigError } from './configError.js'
import { readToken, tokenVariable } from './tokenFrom.js'

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
      tokenFrom: tokenVariable.optional(),
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
  const { origin, href } = new URL(entry.url)
  const token =
    tokenFrom === undefined
      ? undefined
      : readToken(`The bridge of ${address}`, {
          ...{ environment, url: entry.url, tokenFrom },
        })
  return {
    chainId,
    address,
    url: href.replace(/\/+$/, '').replace(/\/api$/, ''),
    token,
    account: [origin, ...(tokenFrom ? [tokenFrom] : [])].join(' '),
    callsPerSecond,
    callsPerMonth,
    pollMs: 1000 * entry.pollSeconds,
    idleMs: 1000 * Math.max(entry.idleSeconds, entry.pollSeconds),
  }
}
