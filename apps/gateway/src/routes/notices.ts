import {
  confirmEmail,
  createReceiver,
  deleteEmail,
  deleteReceiver,
  type EndpointWire,
  getNotices,
  resumeReceiver,
  saveMailChoices,
  setEmail,
} from '@covault/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Address } from 'viem'
import { addWebhook } from '../commands/addWebhook.js'
import { confirmEmailAddress, sendEmailCode } from '../commands/confirmEmail.js'
import { saveChoices } from '../commands/saveChoices.js'
import { type Context, getServedChain } from '../context.js'
import { NotFoundFailure, RuleFailure } from '../failures.js'
import { assertKnownOrigin } from '../http/cors.js'
import { route } from '../http/route.js'
import { findSession, requireSession } from '../http/session.js'
import { isMember, requireMember as requireMemberOf } from '../http/team.js'
import { isMemberHere, toViewer } from '../http/viewer.js'
import { toLine } from '../notices/tell.js'
import {
  deleteEmailAddress,
  readEmailAddress,
} from '../store/emailAddresses.js'
import * as stored from '../store/receivers.js'
import type { Session } from '../store/sessions.js'

type Params = { chainId: number; address: Address }

/**
 * Who is told of what happens in a safe. Only who has signed in with a wallet
 * and is a member of the safe has anybody told.
 */
export function noticeRoutes(app: FastifyInstance, context: Context): void {
  const { store, config } = context
  const { members: offered, mail } = config.notices

  route(app, getNotices, async ({ params, request }) => {
    assertKnownOrigin(request, config.access)
    getServedChain(context, params.chainId)
    const base = { offered, mailOffered: mail !== undefined }
    const nobody = { ...base, receivers: null, email: null, choices: null }
    const session = offered && (await findSession(context, request))
    const place = { chainId: params.chainId, safe: params.address }
    if (!session || !(await isMember(context, session, place))) return nobody
    const own = await listOwn(context, session, params)
    const email = await readEmailAddress(store, session.address)
    const mailed = own.find(({ kind }) => kind === 'email')
    return {
      ...base,
      receivers: own.filter(({ kind }) => kind === 'webhook').map(toReceiver),
      email: email ?? null,
      choices: mailed?.choices
        ? { ...mailed.choices, label: mailed.label, amounts: mailed.amounts }
        : null,
    }
  })

  route(app, createReceiver, async ({ params, body, request }) => {
    const { account, place } = await requireMember(context, request, params)
    const made = await addWebhook(context, {
      ...{ account, place, url: body.url, form: body.form },
      ...{ label: toLine(body.label), amounts: body.amounts },
    })
    return { receiver: toReceiver(made), secret: made.secret }
  })

  route(app, deleteReceiver, async ({ params, request }) => {
    const { id } = await requireReceiver(context, request, params)
    await stored.deleteReceiver(store, id)
    return undefined
  })

  route(app, resumeReceiver, async ({ params, request }) => {
    const { id } = await requireReceiver(context, request, params)
    await stored.resumeReceiver(store, id)
    return undefined
  })

  route(app, saveMailChoices, async ({ params, body, request }) => {
    const { account, place } = await requireMember(context, request, params)
    const { label, amounts, ...choices } = body
    await saveChoices(context, {
      ...{ account, place, choices, label: toLine(label), amounts },
    })
    return undefined
  })

  route(app, setEmail, async ({ body, request }) => {
    const account = await requireAccount(context, request)
    await sendEmailCode(context, { account, address: body.address.trim() })
    return undefined
  })

  route(app, confirmEmail, async ({ body, request }) => {
    const account = await requireAccount(context, request)
    await confirmEmailAddress(context, { account, code: body.code })
    return undefined
  })

  route(app, deleteEmail, async ({ request }) => {
    assertKnownOrigin(request, config.access)
    const { address } = await requireSession(context, request)
    await deleteEmailAddress(store, address)
    return undefined
  })
}

async function requireMember(
  context: Context,
  request: FastifyRequest,
  params: Params,
): Promise<{
  account: Address
  place: { chainId: number; safe: Address }
  session: Session
}> {
  const { config } = context
  const place = { chainId: params.chainId, safe: params.address }
  getServedChain(context, place.chainId)
  if (!config.notices.members)
    throw new RuleFailure(
      'This gateway does not send notifications to members.',
    )
  const session = await requireMemberOf(context, request, place)
  return { account: session.address, place, session }
}

/** One address serves all safes of an account, so its key must be behind it. */
async function requireAccount(
  context: Context,
  request: FastifyRequest,
): Promise<Address> {
  const { config } = context
  assertKnownOrigin(request, config.access)
  const session = await requireSession(context, request)
  const viewer = toViewer(context, session)
  if (!config.notices.members || !(await isMemberHere(context, viewer)))
    throw new RuleFailure('E-mails are for members of this gateway.', {
      status: 403,
      named: true,
    })
  if (!session.anyChain)
    throw new RuleFailure(
      'E-mails are only for accounts with their own key, not for contracts. Sign in as an owner of this safe.',
    )
  return session.address
}

async function listOwn(
  { store }: Context,
  { address: account }: Session,
  { chainId, address: safe }: Params,
): Promise<stored.Receiver[]> {
  return stored.listReceivers(store, { account, place: { chainId, safe } })
}

async function requireReceiver(
  context: Context,
  request: FastifyRequest,
  params: Params & { id: string },
): Promise<stored.Receiver> {
  const { session } = await requireMember(context, request, params)
  const own = await listOwn(context, session, params)
  const found = own.find(({ id }) => id === params.id)
  if (!found) throw new NotFoundFailure('This webhook does not exist.')
  return found
}

type ReceiverWire = EndpointWire<typeof createReceiver>['receiver']

function toReceiver(receiver: stored.Receiver): ReceiverWire {
  const { id, form, url, createdAt, deliveredAt, problem, parkedAt } = receiver
  return {
    id,
    form: form === 'email' ? 'events' : form,
    origin: url ? new URL(url).origin : '',
    created: createdAt.getTime(),
    delivered: deliveredAt?.getTime() ?? null,
    problem,
    parked: parkedAt !== null,
  }
}
