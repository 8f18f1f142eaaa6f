import * as z from 'zod/mini'
import { definePreference } from './preference.js'
import { storedAddress, storedChainId, storedHash } from './schemas.js'

const verification = z.union([
  z.object({ kind: z.enum(['verified', 'unverified', 'scam']) }),
  z.object({ kind: z.literal('mismatch'), origin: z.string() }),
])

const bundle = z.object({
  topic: z.string(),
  id: z.string(),
  version: z.enum(['1.0', '2.0.0']),
  chainId: storedChainId,
  address: storedAddress,
  safeTxHash: storedHash,
})
type Bundle = z.output<typeof bundle>
type Verification = z.output<typeof verification>

const mostBundles = 200

/** The keys of the sessions are in a store of the library's own. */
export const walletConnectMemory = definePreference({
  name: 'walletConnect',
  schema: z.object({
    /** What the origin of each connected dapp was worth when it came. */
    sessions: z.readonly(
      z.array(z.object({ topic: z.string(), verification })),
    ),
    /** Calls that dapps have sent and may ask after, the latest last. */
    bundles: z.readonly(z.array(bundle)),
  }),
  fallback: { sessions: [], bundles: [] },
})

export function addBundle(added: Bundle): void {
  const { sessions, bundles } = walletConnectMemory.read()
  walletConnectMemory.write({
    sessions,
    bundles: [...bundles, added].slice(-mostBundles),
  })
}

/** Forgets what belongs to sessions that are over. */
export function keepSessions(
  topics: readonly string[],
  added?: { topic: string; verification: Verification },
): void {
  const { sessions, bundles } = walletConnectMemory.read()
  const known = added ? [...sessions, added] : sessions
  walletConnectMemory.write({
    sessions: topics.map(
      (topic) =>
        known.find((one) => one.topic === topic) ?? {
          topic,
          verification: { kind: 'unverified' },
        },
    ),
    bundles: bundles.filter(({ topic }) => topics.includes(topic)),
  })
}
