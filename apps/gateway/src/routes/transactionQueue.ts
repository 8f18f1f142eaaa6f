import { getTransactionQueue } from '@covault/api'
import type { FastifyInstance } from 'fastify'
import { readSafeState } from '../commands/readSafeState.js'
import type { Context } from '../context.js'
import { readPlace, toLinks } from '../http/links.js'
import { sharedRoute } from '../http/route.js'
import { readQueue } from '../store/transactions.js'
import { listTargets, openBook } from '../wire/chainBook.js'
import { toQueueItems } from '../wire/queue.js'
import { toMultisigSummary } from '../wire/transactionSummary.js'
import { readTransactionKey, writeTransactionKey } from './pageKeys.js'
import { ofSafeAddress } from './safeOf.js'

const queuePage = { maximum: 200 }

export function queueRoutes(app: FastifyInstance, context: Context): void {
  const { store, config } = context
  sharedRoute(
    app,
    getTransactionQueue,
    ofSafeAddress(context),
    async ({ params, query, request }) => {
      const { chainId, safe_address: safe } = params
      const state = await readSafeState(context, { chainId, safe })
      const place = readPlace(query.cursor, queuePage)
      const after = readTransactionKey(place.after)
      // One neighbour on each side tells whether a conflict goes on there.
      const leading = after || place.offset === 0 ? 0 : 1
      const found = await readQueue(store, {
        chainId,
        safe,
        fromNonce: state.nonce,
        trusted: query.trusted,
        limit: leading + place.limit + 1,
        offset: after ? 0 : place.offset - leading,
        after,
      })
      const shown = found.slice(leading, leading + place.limit)
      const beyond = found[leading + place.limit]
      const book = await openBook(context, {
        chainId,
        addresses: shown.flatMap(({ fields }) =>
          fields ? listTargets(fields) : [],
        ),
      })
      const reading = { config, book, state, now: Date.now() }
      const results = toQueueItems(
        shown.map((transaction) => ({
          nonce: transaction.key.nonce,
          summary: toMultisigSummary(reading, transaction),
        })),
        {
          safeNonce: state.nonce,
          before: after?.nonce ?? (leading ? found[0]?.key.nonce : undefined),
          after: beyond?.key.nonce,
        },
      )
      const lastKey = beyond && shown.at(-1)?.key
      return {
        count: results.length,
        ...toLinks(request, place, lastKey && writeTransactionKey(lastKey)),
        results,
      }
    },
  )
}
