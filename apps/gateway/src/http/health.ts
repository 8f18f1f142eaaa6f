import { type EndpointResponse, getLiveness, getReadiness } from '@covault/api'
import type { FastifyInstance } from 'fastify'
import { type ChainClient, readChainCondition } from '../chain/client.js'
import { rememberChain } from '../store/chains.js'
import { isStoreAlive, type Store } from '../store/openStore.js'
import { route } from './route.js'

export function healthRoutes(
  app: FastifyInstance,
  dependencies: { store: Store; chainClients: readonly ChainClient[] },
): void {
  const { store, chainClients } = dependencies
  route(app, getLiveness, () => ({ status: 'OK' as const }))
  route(app, getReadiness, async ({ reply }) => {
    // A chain whose node is away is said, not fatal: the others are served.
    if (!(await isStoreAlive(store))) {
      reply.code(503)
      return { status: 'KO' as const }
    }
    const chains = await Promise.all(
      chainClients.map((client) => readChainHealth(store, client)),
    )
    return { status: 'OK' as const, chains }
  })
}

type Readiness = EndpointResponse<typeof getReadiness>
type ChainHealth = NonNullable<Readiness['chains']>[number]

async function readChainHealth(
  store: Store,
  client: ChainClient,
): Promise<ChainHealth> {
  const { chainId, ...condition } = await readChainCondition(client)
  if (condition.status === 'degraded')
    return { chainId, status: 'degraded', reason: condition.reason }
  const { genesisHash } = condition
  const known = await rememberChain(store, { chainId, genesisHash })
  if (known === genesisHash) return { chainId, status: 'ok', reason: null }
  return {
    chainId,
    status: 'degraded',
    reason: `The node's first block is ${genesisHash}, but ${known} was seen before: it serves another chain with the same id.`,
  }
}
