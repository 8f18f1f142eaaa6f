import * as z from 'zod/mini'
import { acceptNull, chainId, openEnum, orNull } from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'
import {
  safeAppAccessPolicies,
  safeAppSocialPlatforms,
} from '../enumerations.js'

export const safeApp = z.object({
  id: z.number(),
  url: z.string(),
  name: z.string(),
  iconUrl: orNull(z.string()),
  description: z.string(),
  chainIds: z.array(chainId),
  provider: orNull(z.object({ url: z.string(), name: z.string() })),
  accessControl: z.object({
    type: openEnum(safeAppAccessPolicies),
    /** The domains of a DOMAIN_ALLOWLIST. */
    value: orNull(z.array(z.string())),
  }),
  tags: z.array(z.string()),
  /** An open set; `safeAppFeatures` are those this project acts on. */
  features: z.array(z.string()),
  developerWebsite: orNull(z.string()),
  socialProfiles: z.array(
    z.object({ platform: openEnum(safeAppSocialPlatforms), url: z.string() }),
  ),
  featured: acceptNull(z.boolean()),
})
export type SafeApp = z.output<typeof safeApp>

export const getSafeApps = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}/safe-apps',
  summary: 'Safe Apps listed for a chain',
  params: z.object({ chainId }),
  query: z.object({
    clientUrl: z.optional(z.string()),
    /** What former clients send for `clientUrl`. */
    client_url: z.optional(z.string()),
    /** Only the app at exactly this address. */
    url: z.optional(z.string()),
  }),
  response: z.array(safeApp),
})
