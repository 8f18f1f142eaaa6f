import { randomInt } from 'node:crypto'
import type { Address } from 'viem'
import type { Context } from '../context.js'
import { RuleFailure } from '../failures.js'
import { createMailer } from '../notices/mailer.js'
import { confirmEmailCode, saveEmailCode } from '../store/emailAddresses.js'

const pattern = /^[^\s@<>,;:"'()[\]\\]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/
const longestAddress = 254
const minutes = 30
const codesPerHour = 5
const mostTries = 5

/** Sends a code to an address: nothing else is sent there until it comes back. */
export async function sendEmailCode(
  { store, config }: Context,
  { account, address }: { account: Address; address: string },
): Promise<void> {
  const { notices } = config
  if (!notices.mail)
    throw new RuleFailure('This gateway has no mail server. Ask its operator.')
  if (!pattern.test(address) || address.length > longestAddress)
    throw new RuleFailure('This is not an e-mail address.')
  const code = String(randomInt(100_000_000)).padStart(8, '0')
  const isSaved = await saveEmailCode(store, {
    ...{ account, address, code, minutes, mostPerHour: codesPerHour },
  })
  if (!isSaved)
    throw new RuleFailure(
      `${codesPerHour} codes were sent within an hour. Try again later.`,
      { status: 429, retryAfter: 3_600 },
    )
  const mailer = createMailer(notices.mail, notices)
  const outcome = await mailer.send({
    to: address,
    id: `code.${Date.now()}.${randomInt(1_000_000_000)}`,
    subject: 'Your code for Covault notifications',
    text: [
      `Enter this code under Settings, Notifications to receive e-mails here: ${code}`,
      `The code is valid for ${minutes} minutes. If you did not request it, ignore this e-mail. You will not receive another.`,
    ].join('\n\n'),
  })
  mailer.close()
  if (!outcome.sent)
    throw new RuleFailure(`The code could not be sent. ${outcome.problem}`, {
      status: 503,
    })
}

export async function confirmEmailAddress(
  { store }: Context,
  { account, code }: { account: Address; code: string },
): Promise<void> {
  const given = code.replace(/\s/g, '')
  if (!(await confirmEmailCode(store, { account, code: given, mostTries })))
    throw new RuleFailure(
      'This code is wrong or no longer valid. Check it, or request a new one.',
    )
}
