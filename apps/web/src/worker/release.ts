import { findSigners, type ReleaseKeys } from './signatures.js'

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

export type Offered = { release: Release; signers: string[]; isSigned: boolean }

/** What the server offers now, judged by these keys or by its own. */
export async function fetchOffered(
  trusted?: ReleaseKeys,
): Promise<Offered | undefined> {
  const [content, signatures] = await Promise.all([
    fetchFresh('/release.json'),
    fetchFresh('/release.json.sigs'),
  ])
  if (!content || !signatures) return undefined
  try {
    const release: Release = JSON.parse(new TextDecoder().decode(content))
    const keys = trusted ?? release.keys
    if (!keys) return undefined
    const text = new TextDecoder().decode(signatures)
    const signers = await findSigners(content, text, keys)
    const isSigned = keys.threshold > 0 && signers.length >= keys.threshold
    return { release, signers, isSigned }
  } catch {
    return undefined
  }
}

/** Throws where the server has no answer, as while it starts again. */
export async function request(path: string): Promise<Response> {
  const reply = await fetch(path, { cache: 'no-store', credentials: 'omit' })
  if (reply.status >= 500) throw new TypeError('No answer')
  return reply
}

/** Undefined where the server has no such file. */
export async function fetchFresh(
  path: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reply = await request(path)
  return reply.ok ? new Uint8Array(await reply.arrayBuffer()) : undefined
}

export async function hash(content: BufferSource): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', content)
  return [...new Uint8Array(digest)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}

export const cacheOf = ({ root }: Release) => `covault-${root}`

const atOnce = 8

/**
 * Fetches every file and keeps it if it is what the release says. One that is
 * not, or is missing, refuses the whole.
 */
export async function keepFiles(release: Release, before?: Release) {
  const kept = await caches.open(cacheOf(release))
  const old = before && (await caches.open(cacheOf(before)))
  const paths = Object.keys(release.files)
  const keepNext = async (): Promise<void> => {
    const path = paths.pop()
    if (!path) return
    const wanted = release.files[path]?.sha256
    const same = before?.files[path]?.sha256 === wanted
    const known = same ? await old?.match(path) : undefined
    await kept.put(path, known ?? (await fetchFile(path, wanted)))
    await keepNext()
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, keepNext))
  } catch (error) {
    await caches.delete(cacheOf(release))
    throw error
  }
}

/** The file as the release has it, or an error. */
export async function fetchFile(
  path: string,
  wanted: string | undefined,
): Promise<Response> {
  // The document has no address of its own.
  const reply = await request(path === '/index.html' ? '/' : path)
  const content = await reply.arrayBuffer()
  if (!reply.ok || (await hash(content)) !== wanted) throw new TypeError(path)
  const type = reply.headers.get('content-type') ?? ''
  return new Response(content, { headers: { 'content-type': type } })
}
