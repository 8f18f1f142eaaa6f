import { compare, multiply, parseDecimal } from '@covault/api/decimal'
import { readPricesThen } from '../assets/readPricesThen.js'
import type { Context } from '../context.js'
import { readConfirmedAddress } from '../store/emailAddresses.js'
import type { Notice, ProposalFacts } from '../store/notices.js'
import type { MailChoices, Receiver } from '../store/receivers.js'
import type { Delivery } from './delivery.js'
import type { Outcome } from './outcome.js'
import { findCurrency, findReady, readProposal, tellFor } from './tellFor.js'

/** Sends a notice to a person, if it is one they chose. */
export async function mailNotice(
  { context, mailer }: Delivery,
  receiver: Receiver,
  notice: Notice,
): Promise<Outcome | 'nothing'> {
  const { choices, account } = receiver
  if (!mailer || !choices || !account) return 'nothing'
  const proposal = await readProposal(context, notice)
  const isReady = (await findReady(context, notice)) !== undefined
  const reason = findReason({
    ...{ choices, account, notice, proposal, isReady },
    isLarge: await isLarge(context, notice, choices),
  })
  if (!reason) return 'nothing'
  const to = await readConfirmedAddress(context.store, account)
  const told = await tellFor(context, receiver, notice)
  if (!to || !told) return 'nothing'
  return mailer.send({
    to,
    id: `${notice.eventId}.${receiver.id}`,
    subject: told.title,
    text: [
      told.title,
      ...(reason === 'signature' ? ['Your signature is needed.'] : []),
      `Check the details in Covault before you act:\n${told.link}`,
      footer,
    ].join('\n\n'),
  })
}

export const footer =
  'Covault never asks you to sign by e-mail. Change these e-mails under Settings, Notifications.'

/** Why somebody is told of it; undefined: they did not choose it. */
function findReason(parameters: {
  choices: MailChoices
  account: string
  notice: Notice
  proposal: ProposalFacts | undefined
  /** Something else can be executed now. */
  isReady: boolean
  /** What arrived is worth as much as they said. */
  isLarge: boolean
}): 'signature' | 'chosen' | undefined {
  const { choices, account, notice, proposal, isReady, isLarge } = parameters
  const { type, facts, body } = notice
  const chosen = (isChosen: boolean) => (isChosen ? 'chosen' : undefined)
  switch (type) {
    case 'PENDING_MULTISIG_TRANSACTION':
      return choices.needsSignature && proposal && lacks(proposal, account)
        ? 'signature'
        : undefined
    case 'NEW_CONFIRMATION':
      return chosen(
        choices.ready &&
          facts.needed !== 0 &&
          facts.given === facts.needed &&
          proposal?.executed === false,
      )
    case 'EXECUTED_MULTISIG_TRANSACTION':
      return chosen(
        (facts.success ? choices.executed : choices.failed) ||
          (choices.ready && isReady),
      )
    case 'MODULE_TRANSACTION':
      return chosen(facts.success ? choices.executed : choices.failed)
    case 'SAFE_SETUP_CHANGED':
      return chosen(choices.setup)
    case 'INCOMING_ETHER':
    case 'INCOMING_TOKEN':
      return chosen(choices.incoming && isLarge)
    case 'REORG_DETECTED':
      // Only who may have been told of what is withdrawn.
      return chosen(
        (choices.executed ||
          choices.failed ||
          choices.setup ||
          choices.incoming ||
          choices.ready) &&
          Array.isArray(body.withdrawn) &&
          body.withdrawn.length > 0,
      )
    default:
      return undefined
  }
}

/** Whether somebody's signature is still asked for. */
export function lacks(proposal: ProposalFacts, account: string): boolean {
  const { executed, owners, signatures, needed } = proposal
  return (
    !executed &&
    owners.some((owner) => owner === account) &&
    !signatures.some(({ owner }) => owner === account) &&
    signatures.length < (needed ?? 0)
  )
}

/** In US dollars; what has no price may be worth more than anybody knows. */
async function isLarge(
  context: Context,
  { chainId, facts, happenedAt }: Notice,
  { incomingOver }: MailChoices,
): Promise<boolean> {
  const token = facts.token ?? null
  const currency = findCurrency(context, { chainId, token })
  const least = parseDecimal(incomingOver)
  if (!currency || !least || facts.amount === undefined) return false
  const findPrice = await readPricesThen(context.assets, {
    chainId,
    movements: [{ token, executedAt: happenedAt }],
  })
  const price = parseDecimal(findPrice(token, happenedAt)?.usd ?? '')
  if (!price) return true
  const units = { digits: BigInt(facts.amount), scale: currency.decimals }
  return compare(multiply(units, price), least) >= 0
}
