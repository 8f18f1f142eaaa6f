import { listCommonHeaders } from '@covault/api/content-policy'
import type { ReleaseKeys } from './signatures.js'

// What the worker and the page both know: how a release is kept in this browser.

/** `release.json`, as far as a browser reads it. */
export type Release = {
  product: string
  sequence: number
  commit: string
  severity: string
  retire?: boolean
  keys?: ReleaseKeys | undefined
  files: Record<string, { sha256: string; bytes: number }>
  csp: { scriptHashes: string[]; styleHashes: string[] }
  root: string
}

/** A signed release, whose signatures hold, and the hash of its `release.json`. */
export type Signed = {
  id: string
  release: Release
  signers: string[]
  /** Enough keys signed it that stand in the source of this page. */
  isByMaintainers?: boolean
}

/** The release that answers, and since when, in milliseconds. */
export type Kept = Signed & {
  since: number
  /** When this browser began to keep one; updates leave it as it is. */
  first?: number | undefined
}

/** What the operator's configuration lets pages connect to, and who may frame them. */
export type Origins = {
  connect: string[]
  parents: string[]
  /** Who may frame them once the reader agrees, where that is more. */
  asked?: string[] | undefined
}

/**
 * Each fact has a place of its own, is read when it is needed, and is written as
 * a whole: pages and workers that know nothing of each other share them.
 */
export type Place =
  | '/kept'
  | '/origins'
  | '/checked'
  | '/declined'
  /** The hash of the worker that answers, and of the one that waits. */
  | '/worker'
  | '/next-worker'
  | '/app-config'

const open = () => caches.open('covault-proof')

export async function find(place: Place): Promise<Response | undefined> {
  return (await open()).match(place)
}

export async function keep(place: Place, content: Response): Promise<void> {
  await (await open()).put(place, content)
}

export async function readKept(): Promise<Kept | undefined> {
  return (await find('/kept'))?.json()
}

/** In milliseconds: a server that never answers must not keep anybody waiting. */
const patience = 10_000
/** A large file over a slow line. */
const filePatience = 120_000

/**
 * From the server itself: the worker does not answer what must not be kept.
 * Throws where there is no answer, as while a server starts again.
 */
export async function request(
  path: string,
  timeout = patience,
): Promise<Response> {
  const reply = await fetch(path, {
    cache: 'no-store',
    credentials: 'omit',
    signal: AbortSignal.timeout(timeout),
  })
  if (reply.status >= 500) throw new TypeError('No answer')
  return reply
}

export async function hash(content: BufferSource): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', content)
  return [...new Uint8Array(digest)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}

/** Of what the server has there now, whatever it is. */
export async function hashServed(path: string): Promise<string> {
  return hash(await (await request(path)).arrayBuffer())
}

export const cacheOf = ({ root }: Release) => `covault-${root}`

/** What is kept, if it is still what it was. Nobody but us should write there. */
export async function findSound(
  cache: Cache,
  path: string,
  wanted: string | undefined,
): Promise<Response | undefined> {
  const kept = await cache.match(path)
  const content = await kept?.clone().arrayBuffer()
  return content && (await hash(content)) === wanted ? kept : undefined
}

export class FileDiffersError extends Error {
  override name = 'FileDiffersError'
}

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
  woff2: 'font/woff2',
}

/** The file as the release has it, or an error. What it is, its name says. */
export async function fetchFile(
  path: string,
  wanted: string | undefined,
): Promise<Response> {
  // The document has no address of its own.
  const reply = await request(path === '/index.html' ? '/' : path, filePatience)
  const content = await reply.arrayBuffer()
  if (!reply.ok || (await hash(content)) !== wanted)
    throw new FileDiffersError(path)
  return new Response(content, {
    headers: {
      ...listCommonHeaders({ parents: [], path }),
      'content-type': types[path.replace(/.*\./, '')] ?? 'text/plain',
    },
  })
}
