import listed from '../../../release-keys.json' with { type: 'json' }
import {
  hash,
  type Release,
  request,
  type Signed,
} from '../../worker/release.js'
import { findSigners, type ReleaseKeys } from '../../worker/signatures.js'

/**
 * The release that the server offers now, if enough of these keys signed it;
 * where none are trusted yet, of its own: anyone who runs the site may sign. A
 * list in the page could not refuse a server that sends the page; so it only
 * tells whether the maintainers signed. Throws where there is no answer.
 */
export async function fetchSigned(
  trusted?: ReleaseKeys,
  maintainers: ReleaseKeys = listed,
): Promise<Signed | undefined> {
  const [content, signatures] = await Promise.all([
    fetchBytes('/release.json'),
    fetchBytes('/release.json.sigs'),
  ])
  if (!content || !signatures) return undefined
  try {
    const release: Release = JSON.parse(new TextDecoder().decode(content))
    const keys = trusted ?? release.keys
    if (!keys || !(keys.threshold > 0)) return undefined
    const text = new TextDecoder().decode(signatures)
    const signers = await findSigners(content, text, keys)
    if (signers.length < keys.threshold) return undefined
    const known = await findSigners(content, text, maintainers)
    return {
      id: await hash(content),
      release,
      signers,
      // Nobody is listed until a maintainer has made a key.
      isByMaintainers:
        known.length > 0 && known.length >= maintainers.threshold,
    }
  } catch {
    return undefined
  }
}

/** Undefined where the server has no such file. */
async function fetchBytes(
  path: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reply = await request(path)
  return reply.ok ? new Uint8Array(await reply.arrayBuffer()) : undefined
}
