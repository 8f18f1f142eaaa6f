import type { FastifyInstance } from 'fastify'
import type { ChainConfig } from '../chainsConfig.js'
import { tellInterest } from '../store/interest.js'
import type { Store } from '../store/openStore.js'
import { atPrimary } from '../store/replicas.js'

/** That somebody waits for news of these chains. */
export type NoteInterest = (chainIds: Iterable<number>) => void

/**
 * Several times within the minute for which anyone who follows a chain looks at
 * it often, and never with every request.
 */
const againMs = 15_000

/**
 * Tells anyone who follows a chain, in this process or another, who waits for
 * it.
 */
export function addInterest(
  app: FastifyInstance,
  {
    config,
    store,
  }: {
    config: { chains: readonly Pick<ChainConfig, 'chainId' | 'shortName'>[] }
    store: Store
  },
): NoteInterest {
  const toldAt = new Map<number, number>()
  const note: NoteInterest = (chainIds) => {
    const now = Date.now()
    const due = [...new Set(chainIds)].filter(
      (chainId) => now - (toldAt.get(chainId) ?? 0) >= againMs,
    )
    if (due.length === 0) return
    for (const chainId of due) toldAt.set(chainId, now)
    // Unheard, the chain is followed all the same, but looked at less often.
    atPrimary(() => tellInterest(store, due)).catch(() => {
      for (const chainId of due) toldAt.delete(chainId)
    })
  }
  const chainIds = new Map(
    config.chains.flatMap(({ chainId, shortName }) => [
      [String(chainId), chainId],
      [shortName, chainId],
    ]),
  )
  // After it was decided whether the request is answered.
  app.addHook('preHandler', (request, _reply, done) => {
    const { chainId, chain } = request.params as Record<string, string>
    const known = chainIds.get(chainId ?? chain ?? '')
    if (known !== undefined) note([known])
    done()
  })
  return note
}
