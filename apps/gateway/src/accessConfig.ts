import { isIPv4 } from 'node:net'
import { availableParallelism } from 'node:os'
import { type Address, getAddress, isAddress } from 'viem'
import { z } from 'zod'

/** Who may reach the gateway, from where, and how often. */
export type AccessConfig = {
  /** Open: to anyone who reaches it. Members: to those who may see a safe. */
  mode: AccessMode
  /** They see every safe, in the mode `members`. */
  members: Address[]
  /** They see how the gateway goes, and who signed in; nothing more of safes. */
  administrators: Address[]
  /** Where people reach the gateway; undefined: on this machine only. */
  publicUrl: string | undefined
  /** Further names of hosts under which people reach the gateway. */
  publicNames: string[]
  /** Origins of other front ends whose pages may call the API. */
  origins: string[]
  /** Only these proxies are believed what they forward. */
  trustedProxies: string[]
  /** Their signatures are refused. */
  blockedAddresses: Address[]
  /** What requests and answers under way may hold together, in megabytes. */
  answersMegabytes: number
  /** Requests of callers who are no owners here that are worked on at once. */
  strangersAtOnce: number
  rateLimits: {
    requestsPerMinute: number
    writesPerMinute: number
    writesPerSafePerMinute: number
    unsignedPerHour: number
    /** Calls of a node through `/rpc`, each of a batch counted. */
    rpcCallsPerMinute: number
  }
}

export type AccessMode = 'open' | 'members'

export const httpUrl = z.url({ protocol: /^https?$/ })

/** A node, which may also be reached over a connection that stays open. */
export const rpcUrl = z.url({ protocol: /^(https?|wss?)$/ })

export const addressSchema = z
  .string()
  .refine((value) => isAddress(value, { strict: false }), 'Not an address')
  .transform((value) => getAddress(value))

export const originSchema = httpUrl.transform((value) => new URL(value).origin)

const hostnameSchema = z
  .string()
  .toLowerCase()
  .regex(
    /^(([a-z0-9_-]+\.)*[a-z0-9_-]+|\[[0-9a-f:.]+\])$/,
    'Not a host name: write it without scheme and port',
  )

export const accessSchema = z.strictObject({
  mode: z.enum(['open', 'members']).optional(),
  members: z.array(addressSchema).default([]),
  administrators: z.array(addressSchema).default([]),
  publicUrl: originSchema.optional(),
  publicNames: z.array(hostnameSchema).default([]),
  origins: z.array(originSchema).default([]),
  trustedProxies: z
    .array(
      z.union([
        z.ipv4(),
        z.ipv6(),
        z.cidrv4(),
        z.cidrv6(),
        z.enum(['loopback', 'linklocal', 'uniquelocal']),
      ]),
    )
    .default([]),
  blockedAddresses: z.array(addressSchema).default([]),
  answersMegabytes: z.int().min(8).default(96),
  strangersAtOnce: z.int().min(1).default(availableParallelism),
  rateLimits: z
    .strictObject({
      requestsPerMinute: z.int().min(1).default(6_000),
      writesPerMinute: z.int().min(1).default(600),
      writesPerSafePerMinute: z.int().min(1).default(600),
      unsignedPerHour: z.int().min(1).default(60),
      rpcCallsPerMinute: z.int().min(1).default(3_000),
    })
    .prefault({}),
})

/** Where others can reach it, only the operator's word opens it to all. */
export function toAccess(
  parsed: z.output<typeof accessSchema>,
  { host }: { host: string },
): AccessConfig {
  const mode = parsed.mode ?? (isLoopbackHost(host) ? 'open' : 'members')
  return { ...parsed, mode, publicUrl: parsed.publicUrl }
}

export function isLoopbackHost(name: string): boolean {
  if (/^(localhost|\[?::1\]?)$/i.test(name)) return true
  return isIPv4(name) && name.startsWith('127.')
}
