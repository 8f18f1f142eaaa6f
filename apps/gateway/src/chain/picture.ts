import { FetchRefusedError, type Resolve } from './pinnedRequest.js'
import { safeFetch } from './safeFetch.js'

export type Picture = { mediaType: string; body: Buffer }

const limits = {
  maximumBytes: 3_000_000,
  timeoutMs: 8_000,
  // What it is, its first bytes tell; hosts of raw files often know no better.
  mediaTypes: [
    'application/octet-stream',
    'binary/octet-stream',
    'image/avif',
    'image/gif',
    'image/jpeg',
    'image/png',
    'image/svg+xml',
    'image/webp',
    'text/plain',
  ],
}

/** Fetches a picture that a stranger named; nothing but a picture comes back. */
export async function fetchPicture(
  uri: string,
  options: { trustedOrigins: readonly string[]; resolve: Resolve | undefined },
): Promise<Picture | undefined> {
  if (!/^https?:/i.test(uri)) return undefined
  try {
    const body = await safeFetch(uri, { ...limits, ...options })
    const mediaType = recognisePicture(body)
    return mediaType ? { mediaType, body } : undefined
  } catch (error) {
    if (error instanceof FetchRefusedError) return undefined
    throw error
  }
}

/** The kinds that browsers draw, by how their files begin. */
export function recognisePicture(body: Buffer): string | undefined {
  const starts = (text: string, at = 0) =>
    body.subarray(at, at + text.length).toString('latin1') === text
  if (starts('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (starts('\xff\xd8\xff')) return 'image/jpeg'
  if (starts('GIF87a') || starts('GIF89a')) return 'image/gif'
  if (starts('RIFF') && starts('WEBP', 8)) return 'image/webp'
  if (starts('ftypavif', 4) || starts('ftypavis', 4)) return 'image/avif'
  const head = body.subarray(0, 1_000).toString('utf8')
  return vectorStart.test(head) ? 'image/svg+xml' : undefined
}

/** What may stand before the element, in this order. */
const vectorStart =
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?(?:<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i
