import { getBridges } from '@covault/api'
import type { FastifyInstance } from 'fastify'
import { type Context, getServedChain } from '../context.js'
import { route } from '../http/route.js'
import { listProblems } from '../store/bridgeItems.js'
import { readBridgeStates } from '../store/bridges.js'
import { toBridgeCondition } from '../wire/bridge.js'

/** What one page shows; the count says how many there are. */
const mostShown = 50

export function bridgeRoutes(app: FastifyInstance, context: Context): void {
  const { store, config } = context
  route(app, getBridges, async ({ params }) => {
    const { chainId, address } = params
    getServedChain(context, chainId)
    const places = config.bridges
      .filter((each) => each.chainId === chainId && each.address === address)
      .map(({ url }) => ({ chainId, safe: address, url }))
    const states = await readBridgeStates(store, places)
    return Promise.all(
      states.map(async (state) => ({
        url: state.url,
        reason: toBridgeCondition(state).reason,
        timestamp: state.comparedAt?.getTime() ?? null,
        unsettled: (await listProblems(store, state, mostShown)).map(
          ({ hash, nonce, problem }) => ({
            hash,
            nonce: nonce === null ? null : String(nonce),
            reason: problem ?? '',
          }),
        ),
      })),
    )
  })
}
