import type { Address } from 'viem'
import type { Context } from '../context.js'
import { RuleFailure } from '../failures.js'
import { findNextDay } from '../notices/daily.js'
import { readConfirmedAddress } from '../store/emailAddresses.js'
import {
  addReceiver,
  listReceivers,
  type MailChoices,
  noteDaily,
  saveMailChoices,
} from '../store/receivers.js'

const mostReminderDays = 90

/** Which e-mails somebody wants about a safe, once their address is confirmed. */
export async function saveChoices(
  { store }: Context,
  parameters: {
    account: Address
    place: { chainId: number; safe: Address }
    choices: MailChoices
    label: string
    amounts: boolean
  },
): Promise<void> {
  const { account, place, choices, label, amounts } = parameters
  assertSensible(choices)
  if (!(await readConfirmedAddress(store, account)))
    throw new RuleFailure('Confirm your e-mail address first.')
  const own = await listReceivers(store, { account, place })
  const known = own.find(({ kind }) => kind === 'email')
  const { id } =
    known ??
    (await addReceiver(store, {
      ...{ kind: 'email', form: 'email', account, place },
      ...{ name: null, url: null, secret: null },
    }))
  await saveMailChoices(store, { id, choices, label, amounts })
  const dailyAt = findNextDay(choices, new Date())
  await noteDaily(store, { id, dailyAt })
}

function assertSensible({ incomingOver, reminderDays }: MailChoices): void {
  if (!/^\d{1,30}(\.\d{1,18})?$/.test(incomingOver))
    throw new RuleFailure('The minimum value must be a number.')
  const days = reminderDays ?? 1
  if (!Number.isInteger(days) || days < 1 || days > mostReminderDays)
    throw new RuleFailure(`Reminders come after 1 to ${mostReminderDays} days.`)
}
