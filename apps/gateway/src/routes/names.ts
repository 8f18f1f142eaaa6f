import { changeNames as changeEndpoint, getNames } from '@covault/api'
import type { FastifyInstance } from 'fastify'
import { changeNames } from '../commands/changeNames.js'
import { type Context, getServedChain } from '../context.js'
import { addCompression } from '../http/compression.js'
import { route } from '../http/route.js'
import { listNameSets, readNamesHead } from '../store/names.js'

/** In one answer; one set is always in it. */
const mostChanges = 2_000

/** Of one change in memory, roughly. */
const changeBytes = 300

export function nameRoutes(app: FastifyInstance, context: Context): void {
  const { store } = context

  void app.register((scope, _options, done) => {
    addCompression(scope)
    route(scope, getNames, async ({ params, query: { after }, hold }) => {
      const { chainId, address: safe } = params
      getServedChain(context, chainId)
      const head = await readNamesHead(store, { chainId, safe })
      const count = head?.sequence ?? 0
      if (after >= count) return { count, sets: [] }
      hold(mostChanges * changeBytes)
      const sets = await listNameSets(store, {
        ...{ chainId, safe, after, mostChanges },
      })
      return {
        count,
        sets: sets.map((set) => ({
          ...set,
          changes: set.changes.map(({ chainId, address, name }) => ({
            chainId: String(chainId),
            address,
            name,
          })),
        })),
      }
    })
    done()
  })

  route(app, changeEndpoint, ({ params, body }) => {
    const { chainId, address: safe } = params
    return changeNames(context, { chainId, safe, ...body })
  })
}
