import { nouns, writeCount } from '@covault/protocol'
import { readConfirmedAddress } from '../store/emailAddresses.js'
import { listWaiting, type WaitingTransaction } from '../store/notices.js'
import type { MailChoices, Receiver } from '../store/receivers.js'
import type { Delivery } from './delivery.js'
import type { Outcome } from './outcome.js'
import { findShortName, nameSafe } from './tellFor.js'
import { footer, lacks } from './toMail.js'

const dayMs = 86_400_000
/** Before most offices open, in Europe. */
const hour = 6

export function isDailyDue({ dailyAt }: Receiver): boolean {
  return dailyAt !== null && dailyAt <= new Date()
}

/** When the next digest or reminder may be due; null: none is wanted. */
export function findNextDay(
  choices: MailChoices | null,
  now: Date,
): Date | null {
  if (!choices || (!choices.digest && choices.reminderDays === null))
    return null
  const today = new Date(now)
  today.setUTCHours(hour, 0, 0, 0)
  return today > now ? today : new Date(today.getTime() + dayMs)
}

/** What waits, once a day; nothing is sent where nothing does. */
export async function sendDaily(
  { context, mailer }: Delivery,
  receiver: Receiver,
): Promise<Outcome> {
  const { account, place, choices, dailyAt } = receiver
  if (!mailer || !account || !place || !choices) return { sent: true }
  const { store, config } = context
  const waiting = await listWaiting(store, place)
  const now = Date.now()
  const chosen = waiting.filter(
    (each) =>
      choices.digest ||
      (lacks(each, account) && isReminderDay(each, choices, now)),
  )
  const to = await readConfirmedAddress(store, account)
  if (chosen.length === 0 || !to) return { sent: true }
  const name = nameSafe(receiver, place)
  const { appUrl } = config.notices
  const of = `safe=${findShortName(context, place.chainId)}:${place.safe}`
  return mailer.send({
    to,
    id: `${dailyAt?.toISOString().slice(0, 10)}.${receiver.id}`,
    subject: `${name}: ${countTransactions(chosen.length)} in the queue`,
    text: [
      chosen.map((each) => describe(each, account, now)).join('\n'),
      `Check the details in Covault before you act:\n${appUrl}/transactions/queue?${of}`,
      footer,
    ].join('\n\n'),
  })
}

/** On the day after so many days, and again after as many. */
function isReminderDay(
  { submittedAt }: WaitingTransaction,
  { reminderDays }: MailChoices,
  now: number,
): boolean {
  if (!reminderDays || !submittedAt) return false
  const days = countDays(submittedAt, now)
  return days >= reminderDays && days % reminderDays === 0
}

function countDays(since: Date, now: number): number {
  return Math.floor((now - since.getTime()) / dayMs)
}

function describe(
  each: WaitingTransaction,
  account: string,
  now: number,
): string {
  const { nonce, signatures, needed, submittedAt } = each
  const isFull = needed !== null && signatures.length >= needed
  const days = submittedAt ? countDays(submittedAt, now) : 0
  return [
    `Nonce ${nonce}: ${signatures.length} of ${needed ?? '?'} signatures`,
    ...(isFull && nonce === each.next ? ['ready to execute'] : []),
    ...(lacks(each, account) ? ['needs your signature'] : []),
    ...(days > 0 ? [`waiting for ${writeCount(days, nouns.day)}`] : []),
  ].join(', ')
}

function countTransactions(count: number): string {
  const word =
    new Intl.PluralRules('en').select(count) === 'one'
      ? 'transaction'
      : 'transactions'
  return `${count} ${word}`
}
