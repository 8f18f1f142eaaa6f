import type { Notice } from '../store/notices.js'
import {
  deleteReceiver,
  noteDaily,
  noteDelivered,
  noteFailure,
  type Receiver,
  readNextNotice,
} from '../store/receivers.js'
import { toChatBody } from './chatBody.js'
import { findNextDay, isDailyDue, sendDaily } from './daily.js'
import type { Delivery } from './delivery.js'
import type { Outcome } from './outcome.js'
import { sendWebhook, signEvent } from './sendWebhook.js'
import { tellFor } from './tellFor.js'
import { mailNotice } from './toMail.js'

const longestRetryMs = 6 * 3_600_000
/** What fails on our side is tried again soon. */
const ownRetryMs = 30_000

/**
 * Tells one receiver what it has not been told, in order, until there is no
 * more or it fails. Whatever was sent but could not be noted is sent again
 * under the same id.
 */
export async function deliverTo(
  delivery: Delivery,
  receiver: Receiver,
  mayTell: () => boolean,
): Promise<void> {
  const { store, log } = delivery.context
  const { id } = receiver
  try {
    while (mayTell()) {
      if (!(await mayBeTold(delivery, receiver))) {
        // Anyone who is no longer a member is told nothing more.
        await deleteReceiver(store, id)
        return
      }
      const outcome = await sendNext(delivery, receiver, mayTell)
      if (outcome === 'done') return
      if (outcome.sent) continue
      await noteProblem(delivery, receiver, outcome)
      return
    }
  } catch (error) {
    log.warn({ receiver: id, error }, 'A notice could not be sent')
    await noteFailure(store, {
      ...{ id, retryMs: ownRetryMs, counts: false, park: false },
      problem: 'The gateway could not send it. See the gateway’s log.',
    })
  }
}

async function mayBeTold(
  { context }: Delivery,
  { account, place }: Receiver,
): Promise<boolean> {
  if (!account || !place) return true
  if (context.config.access.members.includes(account)) return true
  return context.membership.isMember(place, account)
}

/**
 * The digest that is due, or the next notice; `done`: there is none, or another
 * process tells by now.
 */
async function sendNext(
  delivery: Delivery,
  receiver: Receiver,
  mayTell: () => boolean,
): Promise<Outcome | 'done'> {
  const { store } = delivery.context
  const { id } = receiver
  if (isDailyDue(receiver) && mayTell()) {
    const outcome = await sendDaily(delivery, receiver)
    if (outcome.sent) {
      receiver.dailyAt = findNextDay(receiver.choices, new Date())
      await noteDaily(store, receiver)
    }
    return outcome
  }
  const notice = await readNextNotice(store, { id })
  if (!notice || !mayTell()) return 'done'
  const outcome = await send(delivery, receiver, notice)
  const sent = outcome !== 'nothing'
  if (sent && !outcome.sent) return outcome
  await noteDelivered(store, { id, position: notice.id, sent })
  receiver.attempts = 0
  return { sent: true }
}

/**
 * Longer after each failure. In the end a webhook is parked until somebody
 * resumes it; a mailbox is not, because the mail server is the operator's.
 */
async function noteProblem(
  { context }: Delivery,
  { id, kind, attempts }: Receiver,
  { problem, waitMs = 0, isFinal = false }: Outcome & { sent: false },
): Promise<void> {
  const { store, config, log } = context
  const { tries, firstRetryMs } = config.notices
  const grown = firstRetryMs * 4 ** Math.min(attempts, 20)
  const retryMs = Math.max(Math.min(grown, longestRetryMs), waitMs)
  const park = kind === 'webhook' && (isFinal || attempts + 1 >= tries)
  await noteFailure(store, { id, problem, retryMs, counts: true, park })
  if (park)
    log.warn({ receiver: id, problem }, 'Deliveries to a receiver were stopped')
}

/** Types of ours that the ecosystem's readers do not know. */
const ownTypes = ['SAFE_SETUP_CHANGED']

async function send(
  delivery: Delivery,
  receiver: Receiver,
  notice: Notice,
): Promise<Outcome | 'nothing'> {
  const { config } = delivery.context
  const { form, url, secret } = receiver
  if (form === 'email') return mailNotice(delivery, receiver, notice)
  if (url === null) return 'nothing'
  const { trustedOrigins, timeoutMs } = config.notices
  const options = { trustedOrigins, timeoutMs }
  if (form === 'events') {
    if (ownTypes.includes(notice.type)) return 'nothing'
    const body = JSON.stringify(notice.body)
    const id = notice.eventId
    const headers = secret ? signEvent({ id, body, secret }, new Date()) : {}
    return sendWebhook({ url, body, headers }, options)
  }
  const told = await tellFor(delivery.context, receiver, notice)
  if (!told) return 'nothing'
  const body = toChatBody(form, told)
  return sendWebhook({ url, body, headers: {} }, options)
}
