import * as z from 'zod/mini'
import type { AppIdentity, Verification } from '../apps/requestDesk.js'
import { toForeignText } from '../lib/foreignText.js'

/** Who is at the other end. Name and description are what it says itself. */
export type Peer = AppIdentity & {
  description: string
  verification: Verification
}

const metadata = z.object({
  name: z.optional(z.string()),
  description: z.optional(z.string()),
  url: z.string().check(z.maxLength(2000)),
})

const context = z.object({
  verified: z.object({
    origin: z.string(),
    validation: z.string(),
    isScam: z.optional(z.nullable(z.boolean())),
  }),
})

/** Undefined: it names no web address, and nobody could know it again. */
export function readPeer(
  given: unknown,
  verifyContext: unknown,
): Peer | undefined {
  const parsed = z.safeParse(metadata, given)
  if (!parsed.success || !URL.canParse(parsed.data.url)) return undefined
  const { name = '', description = '', url } = parsed.data
  const { origin, host, pathname, protocol } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') return undefined
  return {
    name: toForeignText(name) || host,
    description: toForeignText(description, 300),
    url: `${origin}${pathname.replace(/\/+$/, '')}`.slice(0, 300),
    origin,
    verification: readVerification(verifyContext),
  }
}

/** What WalletConnect's own servers say of the origin. */
function readVerification(given: unknown): Verification {
  const parsed = z.safeParse(context, given)
  if (!parsed.success) return { kind: 'unverified' }
  const { origin, validation, isScam } = parsed.data.verified
  if (isScam) return { kind: 'scam' }
  if (validation === 'VALID') return { kind: 'verified' }
  if (validation === 'INVALID')
    return { kind: 'mismatch', origin: toForeignText(origin, 200) }
  return { kind: 'unverified' }
}

/** The worse of the two: what was true at first need not be so for ever. */
export function mergeVerification(
  session: Verification | undefined,
  request: Verification,
): Verification {
  return request.kind === 'unverified' && session ? session : request
}
