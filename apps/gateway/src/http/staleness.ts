import type { FastifyInstance } from 'fastify'
import type { ChainAccess } from '../chain/client.js'
import { quietMs } from '../chain/newHeads.js'
import { isSocketUrl } from '../chain/socket.js'
import type { Config } from '../config.js'
import { readCursor } from '../store/cursors.js'
import type { Store } from '../store/openStore.js'

type StalenessDependencies = {
  config: Pick<Config, 'chains'>
  store: Store
  chains: readonly ChainAccess[]
  progress: ReadonlyMap<number, { problem: string | undefined; role?: string }>
}

/** Answers that name no chain in their path are about safes of all of them. */
const ofAllChains = ['/v1/safes', '/v2/safes', '/v2/owners/:address/safes']

/**
 * Says of answers about a chain that no node answers for at present, at which
 * block they were true and how many seconds ago that was heard.
 */
export function addStaleMarks(
  app: FastifyInstance,
  dependencies: StalenessDependencies,
): void {
  const { store, chains } = dependencies
  app.addHook('onSend', async (request, reply) => {
    if (request.method !== 'GET' || reply.statusCode >= 300) return
    const { chainId } = (request.params ?? {}) as { chainId?: string }
    const isOfAll = ofAllChains.includes(request.routeOptions.url ?? '')
    const stale = chains
      .filter((chain) => isOfAll || String(chain.chainId) === chainId)
      .map((chain) => ({ chain, seconds: readAge(dependencies, chain) }))
      .filter(({ seconds }) => seconds !== undefined)
      .sort((a, b) => Number(b.seconds) - Number(a.seconds))
      .at(0)
    if (!stale) return
    const cursor = await readCursor(store, stale.chain.chainId).catch(
      () => undefined,
    )
    const block = cursor ? `; block=${cursor.number}` : ''
    reply.headers({
      age: String(stale.seconds),
      'x-covault-stale': `chain=${stale.chain.chainId}${block}`,
    })
  })
}

/** Seconds since a node was heard; `undefined`: nodes answer. */
function readAge(
  { config, progress }: StalenessDependencies,
  { chainId, pool }: ChainAccess,
): number | undefined {
  const own = progress.get(chainId)
  const heardAt = pool.heardAt()
  const silentMs = heardAt === undefined ? 0 : Date.now() - heardAt
  const chain = config.chains.find((known) => known.chainId === chainId)
  // Anyone who indexes asks at every turn.
  const turnMs = Math.max(
    chain?.pollMs ?? 0,
    chain?.rpcUrls.some(isSocketUrl) ? quietMs : 0,
  )
  const toleratedMs = 2 * turnMs + 2_000
  const isSilent = own?.role === 'leader' && silentMs > toleratedMs
  const problem = own?.problem ?? pool.problem()
  return isSilent || problem !== undefined
    ? Math.round(silentMs / 1000)
    : undefined
}
