import * as z from 'zod/mini'
import { isFromFolder } from '../lib/servedFrom.js'
import { definePreference } from './preference.js'
import { storedChainId } from './schemas.js'

/** The content policy has room for this many; the gateway counts as well. */
export const mostOrigins = 10

const url = z.string().check(z.refine(isAllowedUrl))
const rpcUrl = z.string().check(z.refine(isAllowedRpcUrl))
const chainUrls = z.readonly(
  z.array(z.object({ chainId: storedChainId, url: rpcUrl })),
)
const schema = z.object({
  gatewayUrl: z.nullable(url),
  rpcUrls: chainUrls,
  /** What is read through the first is compared with these. */
  secondUrls: z.optional(chainUrls),
})
/** Servers this reader chose instead of those the installation names. */
export type Environment = z.output<typeof schema>

export const environment = definePreference<Environment>({
  name: 'environment',
  schema,
  fallback: { gatewayUrl: null, rpcUrls: [] },
})

/** https, or http on this machine; without credentials. */
export function isAllowedUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username || password) return false
  if (protocol === 'https:') return true
  return (
    protocol === 'http:' &&
    ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
  )
}

/** Of a node: the same, or the same over a connection that stays open. */
export function isAllowedRpcUrl(text: string): boolean {
  return isAllowedUrl(text.replace(/^ws/i, 'http'))
}

/**
 * The gateway is the server of this page, unless the reader chose another.
 * Undefined: there is none.
 */
export function readGatewayUrl(): string | undefined {
  const { gatewayUrl } = environment.read()
  if (gatewayUrl || isFromFolder() || typeof window === 'undefined')
    return gatewayUrl ?? undefined
  return window.location.origin
}

export function findRpcUrl(
  { rpcUrls }: Environment,
  chainId: number,
): string | undefined {
  return rpcUrls.find((entry) => entry.chainId === chainId)?.url
}

export function findSecondUrl(
  { secondUrls }: Environment,
  chainId: number,
): string | undefined {
  return secondUrls?.find((entry) => entry.chainId === chainId)?.url
}

/** Every server that was chosen, in the order of their weight. */
export function listChosen({
  gatewayUrl,
  rpcUrls,
  secondUrls = [],
}: Environment): string[] {
  const urls = [...rpcUrls, ...secondUrls].map(({ url: one }) => one)
  return gatewayUrl ? [gatewayUrl, ...urls] : urls
}

/**
 * Tells the server which origins the next document may connect to. It parses
 * and counts them again: a cookie is a wish, not a policy.
 */
export function writeOriginsCookie(
  chosen: Environment,
  /** One that is tested before it is saved. */
  tested?: string,
): void {
  const origins = [...(tested ? [tested] : []), ...listChosen(chosen)].map(
    (text) => new URL(text).origin,
  )
  const value = encodeURIComponent(
    [...new Set(origins)].slice(0, mostOrigins).join(' '),
  )
  const age = origins.length > 0 ? 31_536_000 : 0
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `covault_origins=${value}; Path=/; Max-Age=${age}; SameSite=Strict`
}

const testedName = 'covault.v1.tested'
const testedSchema = z.object({ field: z.string(), url: rpcUrl })
export type Tested = z.output<typeof testedSchema>

/**
 * An address that is tested before it is saved must outlive the reload that
 * allows this page to talk to it. It may hold a key: it stays in this tab.
 */
export function keepTested(tested: Tested): void {
  sessionStorage.setItem(testedName, JSON.stringify(tested))
}

export function readTested(): Tested | undefined {
  const kept = sessionStorage.getItem(testedName)
  return kept ? z.safeParse(testedSchema, JSON.parse(kept)).data : undefined
}

export function forgetTested(): void {
  sessionStorage.removeItem(testedName)
}
