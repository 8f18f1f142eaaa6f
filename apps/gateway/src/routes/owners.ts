import {
  type EndpointWire,
  getOwnedSafes,
  getOwnedSafesByChain,
} from '@covault/api'
import type { FastifyInstance } from 'fastify'
import type { Address } from 'viem'
import { type Context, getServedChain } from '../context.js'
import { route } from '../http/route.js'
import { keepOwn } from '../http/viewer.js'
import { listSafesOfOwner } from '../store/safeStates.js'

export function ownerRoutes(app: FastifyInstance, context: Context): void {
  const { config, store, answers } = context
  const listSafes = (place: { chainId: number; owner: Address }) =>
    answers.read(undefined, () => listSafesOfOwner(store, place))

  route(app, getOwnedSafes, async ({ params, request }) => {
    const { chainId, address: owner } = params
    getServedChain(context, chainId)
    const safes = await listSafes({ chainId, owner })
    return { safes: await keepOwn(context, request, { chainId, safes }) }
  })

  route(app, getOwnedSafesByChain, async ({ params, request }) => {
    const { address: owner } = params
    const entries = await Promise.all(
      config.chains.map(async ({ chainId }) => {
        const safes = await listSafes({ chainId, owner })
        const kept = await keepOwn(context, request, { chainId, safes })
        return [String(chainId), kept] as const
      }),
    )
    const safes: EndpointWire<typeof getOwnedSafesByChain> =
      Object.fromEntries(entries)
    return safes
  })
}
