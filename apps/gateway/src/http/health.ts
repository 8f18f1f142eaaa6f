import { type EndpointWire, getLiveness, getReadiness } from '@covault/api'
import type { FastifyInstance } from 'fastify'
import { type ChainAccess, readChainCondition } from '../chain/client.js'
import type { Config } from '../config.js'
import { readBridgeStates } from '../store/bridges.js'
import { rememberChain } from '../store/chains.js'
import { readCursor } from '../store/cursors.js'
import { isStoreAlive, type Store } from '../store/openStore.js'
import { createWriteCheck } from '../store/writeCheck.js'
import { toBridgeCondition } from '../wire/bridge.js'
import { route } from './route.js'

/** How far a chain is indexed, by the process that does it. */
export type ChainProgress = { problem: string | undefined; role?: string }

export type HealthDependencies = {
  config: Pick<Config, 'access' | 'bridges'>
  store: Store
  chains: readonly ChainAccess[]
  progress: ReadonlyMap<number, ChainProgress>
}

export function healthRoutes(
  app: FastifyInstance,
  dependencies: HealthDependencies,
): void {
  const { config, store, chains } = dependencies
  const writeCheck = createWriteCheck(store)
  route(app, getLiveness, () => ({ status: 'OK' as const }))
  route(app, getReadiness, async ({ reply }) => {
    // A chain whose node is away is said, not fatal: the others are served.
    if (!(await isStoreAlive(store))) {
      reply.code(503)
      return { status: 'KO' as const }
    }
    // Reading goes on; but what people sign now could not be kept.
    const reason = await writeCheck.findProblem()
    if (reason !== undefined) {
      reply.code(503)
      return { status: 'KO' as const, reason }
    }
    const health = await Promise.all(
      chains.map((chain) => readChainHealth(dependencies, chain)),
    )
    const status = 'OK' as const
    // Strangers get to know of no safe where the gateway is for members.
    if (config.bridges.length === 0 || config.access.mode === 'members')
      return { status, chains: health }
    const bridges = await readBridgeHealth(dependencies)
    return { status, chains: health, bridges }
  })
}

type Readiness = EndpointWire<typeof getReadiness>
type ChainHealth = NonNullable<Readiness['chains']>[number]

type BridgeHealth = NonNullable<Readiness['bridges']>[number]

/** Without the address of the service, which is the safe's own business. */
async function readBridgeHealth({
  config,
  store,
}: HealthDependencies): Promise<BridgeHealth[]> {
  const states = await readBridgeStates(
    store,
    config.bridges.map(({ chainId, address, url }) => ({
      ...{ chainId, safe: address, url },
    })),
  )
  return states.map((state) => ({
    chainId: String(state.chainId),
    safe: state.safe,
    ...toBridgeCondition(state),
  }))
}

/** Blocks an indexer may be behind without anybody being told. */
const toleratedLag = 50

/** How one chain goes, for anyone who looks. */
export async function readChainHealth(
  { store, progress }: HealthDependencies,
  chain: ChainAccess,
): Promise<ChainHealth> {
  const { chainId, ...condition } = await readChainCondition(chain)
  const degraded = (reason: string): ChainHealth => ({
    chainId: String(chainId),
    status: 'degraded',
    reason,
  })
  if (condition.status === 'degraded') return degraded(condition.reason)
  const { genesisHash, head } = condition
  const known = await rememberChain(store, { chainId, genesisHash })
  // Another process may have seen the chain first.
  chain.pool.expectGenesis(known)
  if (known !== genesisHash)
    return degraded(
      `The RPC endpoint's first block is ${genesisHash}, but ${known} was seen before: it serves another chain with the same id.`,
    )
  const problem = progress.get(chainId)?.problem
  if (problem !== undefined) return degraded(problem)
  const cursor = await readCursor(store, chainId)
  const lag = cursor ? head - Number(cursor.number) : 0
  if (lag > toleratedLag)
    return degraded(`The indexer is ${lag} blocks behind the chain.`)
  return { chainId: String(chainId), status: 'ok', reason: null }
}
