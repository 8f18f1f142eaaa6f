import { hash, type Origins, request } from '../../worker/release.js'

export type ServedDocument = Origins & { sha256: string }

/** The document as it is served, and what its policy takes from the configuration. */
export async function fetchDocument(): Promise<ServedDocument> {
  const reply = await request('/')
  const policy = reply.headers.get('content-security-policy') ?? ''
  return {
    ...readOrigins(policy),
    sha256: await hash(await reply.arrayBuffer()),
  }
}

/**
 * Nothing is taken over as it stands: each source is parsed, and what is kept is
 * the origin that the parser makes of it. A scheme alone, a wildcard and a word
 * are none.
 */
export function readOrigins(policy: string): Origins {
  const directives = policy
    .split(/[;,]/)
    .map((text) => text.trim().split(/\s+/))
  const list = (name: string) =>
    (directives.find(([one]) => one === name) ?? [])
      .slice(1)
      .flatMap(readOrigin)
  return { connect: list('connect-src'), parents: list('frame-ancestors') }
}

function readOrigin(source: string): string[] {
  if (!URL.canParse(source)) return []
  const { protocol, hostname, origin } = new URL(source)
  const isPlain =
    /^(https?|wss?):$/.test(protocol) &&
    /^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/.test(hostname)
  return isPlain ? [origin] : []
}

/**
 * What the server is set up for, as it stands: anyone who uses it reads it with
 * care.
 */
export async function fetchConfig(): Promise<unknown> {
  const reply = await request('/app-config')
  if (!reply.ok) return undefined
  // Where the stream of changes stands today is nothing for the next visit.
  const { livePosition: _, ...config } = await reply.json()
  return config
}
