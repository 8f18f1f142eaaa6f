import { getTransactionQueue } from '@covault/api'
import type { FastifyInstance } from 'fastify'
import { readFollowed } from '../commands/readSafeState.js'
import type { Context } from '../context.js'
import { readPlace, toLinks } from '../http/links.js'
import { holdRows } from '../http/listPage.js'
import { sharedRoute } from '../http/route.js'
import { inTurns } from '../inTurns.js'
import { readQueue } from '../store/transactions.js'
import { toQueueItems } from '../wire/queue.js'
import { toMultisigSummary } from '../wire/transactionSummary.js'
import { openBookOfMany } from './openBook.js'
import { readTransactionKey, writeTransactionKey } from './pageKeys.js'
import { ofSafeAddress } from './safeOf.js'
import { watchNodes } from './watchNodes.js'

const queuePage = { maximum: 200 }

export function queueRoutes(app: FastifyInstance, context: Context): void {
  const { store, config } = context
  sharedRoute(
    app,
    getTransactionQueue,
    ofSafeAddress(context),
    async ({ params, query, keep, ...asked }) => {
      const { chainId, safe_address: safe } = params
      const isAnswered = watchNodes(context, chainId)
      const { state, followed } = await readFollowed(context, { chainId, safe })
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
        least: leading + 1,
        offset: after ? 0 : place.offset - leading,
        after,
      })
      holdRows(asked, found)
      const shown = found.slice(leading, leading + place.limit)
      const last = shown.at(-1)
      const calls = shown.map(({ fields }) => fields)
      const book = await openBookOfMany(context, { chainId, calls })
      // What nobody has signed ends by itself.
      const isLasting = query.trusted && book.settled
      if (followed && isLasting && isAnswered()) keep()
      const reading = { config, book, state, now: Date.now() }
      const results = toQueueItems(
        await inTurns(shown, (transaction) => ({
          nonce: transaction.key.nonce,
          summary: toMultisigSummary(reading, transaction),
        })),
        {
          safeNonce: state.nonce,
          before: after?.nonce ?? (leading ? found[0]?.key.nonce : undefined),
          after: last?.nextNonce ?? undefined,
        },
      )
      return {
        count: results.length,
        ...toLinks(asked, place, {
          last: last?.goesOn ? writeTransactionKey(last.key) : undefined,
          shown: shown.length,
        }),
        results,
      }
    },
  )
}
