import { deleteDraft as deleteEndpoint, getDrafts } from '@covault/api'
import type { FastifyInstance } from 'fastify'
import { deleteDraft } from '../commands/deleteDraft.js'
import { readSafeState } from '../commands/readSafeState.js'
import { mostProposals } from '../commands/refusals.js'
import type { Context } from '../context.js'
import { holdRows } from '../http/listPage.js'
import { route } from '../http/route.js'
import { isOfTeam, requireMember } from '../http/team.js'
import { inTurns } from '../inTurns.js'
import { listDrafts } from '../store/drafts.js'
import { toMultisigSummary } from '../wire/transactionSummary.js'
import { openBookOfMany } from './openBook.js'

/** What members saved unsigned, for the people of the safe. */
export function draftRoutes(app: FastifyInstance, context: Context): void {
  const { store, config } = context

  route(app, getDrafts, async ({ params, request, hold }) => {
    const { chainId, address: safe } = params
    const state = await readSafeState(context, { chainId, safe })
    if (!(await isOfTeam(context, request, { chainId, safe })))
      return { drafts: null, isWhole: true }
    const found = await listDrafts(store, {
      chainId,
      safe,
      fromNonce: state.nonce,
      limit: mostProposals.drafts,
    })
    holdRows({ hold }, found)
    const calls = found.map(({ fields }) => fields)
    const book = await openBookOfMany(context, { chainId, calls })
    const reading = { config, book, state, now: Date.now() }
    const drafts = await inTurns(found, (draft) => ({
      savedBy: draft.savedBy,
      savedAt: draft.submittedAt?.getTime() ?? 0,
      transaction: toMultisigSummary(reading, draft),
    }))
    return { drafts, isWhole: !found.at(-1)?.goesOn }
  })

  route(app, deleteEndpoint, async ({ params, request }) => {
    const { chainId, address: safe, safeTxHash } = params
    const place = { chainId, safe }
    const { address: account } = await requireMember(context, request, place)
    await deleteDraft(context, { ...place, safeTxHash, account })
    return undefined
  })
}
