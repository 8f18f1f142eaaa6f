import * as z from 'zod/mini'
import {
  address,
  chainId,
  milliseconds,
  nothing,
  openEnum,
  orNull,
} from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'

const forms = ['events', 'slack', 'discord', 'telegram'] as const

const receiver = z.object({
  id: z.string(),
  form: openEnum(forms),
  /** Without its path, which may be a secret. */
  origin: z.string(),
  created: milliseconds,
  /** When something last arrived. */
  delivered: orNull(milliseconds),
  /** Why the last attempt failed. */
  problem: orNull(z.string()),
  /** No further attempt is made until it is resumed. */
  parked: z.boolean(),
})
export type NoticeReceiver = z.output<typeof receiver>

const choices = {
  /** What the safe is called in texts. */
  label: z.string(),
  amounts: z.boolean(),
  needsSignature: z.boolean(),
  ready: z.boolean(),
  executed: z.boolean(),
  failed: z.boolean(),
  setup: z.boolean(),
  incoming: z.boolean(),
  /** In whole units of whatever arrives. */
  incomingOver: z.string(),
  digest: z.boolean(),
  /** Null: no reminders. */
  reminderDays: orNull(z.number()),
}
const mailChoices = z.object(choices)
export type MailChoices = z.output<typeof mailChoices>

const ofSafe = z.object({ chainId, address })
const ofReceiver = z.object({
  chainId,
  address,
  id: z.string().check(z.regex(/^[0-9a-f-]{36}$/)),
})

/** Not part of the wire of others: who is told of what happens in a safe. */
export const getNotices = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}/safes/{address}/notices',
  summary: 'The signed-in account’s webhooks and e-mail choices for a safe',
  params: ofSafe,
  response: z.object({
    /** False where the operator does not send for members. */
    offered: z.boolean(),
    /** False where the operator has no mail server. */
    mailOffered: z.boolean(),
    /** Null where nobody is signed in who is a member of the safe. */
    receivers: orNull(z.array(receiver)),
    email: orNull(z.object({ address: z.string(), confirmed: z.boolean() })),
    choices: orNull(mailChoices),
  }),
  session: true,
})

export const createReceiver = defineEndpoint({
  method: 'POST',
  path: '/v1/chains/{chainId}/safes/{address}/notices/receivers',
  summary: 'Add a webhook; its secret is shown only once',
  params: ofSafe,
  body: z.object({
    url: z.string(),
    form: z.enum(forms),
    label: z.string(),
    amounts: z.boolean(),
  }),
  response: z.object({ receiver, secret: orNull(z.string()) }),
  status: 201,
  session: true,
})

export const deleteReceiver = defineEndpoint({
  method: 'DELETE',
  path: '/v1/chains/{chainId}/safes/{address}/notices/receivers/{id}',
  summary: 'Remove a webhook',
  params: ofReceiver,
  response: nothing,
  idempotent: true,
  session: true,
})

export const resumeReceiver = defineEndpoint({
  method: 'POST',
  path: '/v1/chains/{chainId}/safes/{address}/notices/receivers/{id}/resume',
  summary: 'Resume deliveries to a stopped webhook',
  params: ofReceiver,
  response: nothing,
  idempotent: true,
  session: true,
})

export const saveMailChoices = defineEndpoint({
  method: 'POST',
  path: '/v1/chains/{chainId}/safes/{address}/notices/email',
  summary: 'Choose which e-mails to receive about a safe',
  params: ofSafe,
  body: mailChoices,
  response: nothing,
  idempotent: true,
  session: true,
})

export const setEmail = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/email',
  summary: 'Send a code to an e-mail address, to confirm it',
  body: z.object({ address: z.string() }),
  response: nothing,
  session: true,
})

export const confirmEmail = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/email/confirm',
  summary: 'Confirm the e-mail address with the code that was sent to it',
  body: z.object({ code: z.string() }),
  response: nothing,
  session: true,
})

export const deleteEmail = defineEndpoint({
  method: 'DELETE',
  path: '/v1/auth/email',
  summary: 'Remove the e-mail address and stop all e-mails to it',
  response: nothing,
  idempotent: true,
  session: true,
})
