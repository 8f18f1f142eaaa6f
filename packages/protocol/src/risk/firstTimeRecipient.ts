import type { Address } from 'viem'
import type { Plural } from '../language.js'
import { writeList } from '../language.js'
import { isSameAddress } from './address.js'
import { defineRule } from './riskRule.js'
import { readTransfers } from './transfer.js'

const unpaid: Plural = {
  one: 'recipient never paid before',
  other: 'recipients never paid before',
}

const unlisted: Plural = {
  one: 'recipient not in your address book',
  other: 'recipients not in your address book',
}

export const firstTimeRecipient = /*#__PURE__*/ defineRule({
  id: 'first-time-recipient',
  severities: ['info'],
  words: {
    title: 'First payment',
    when: 'The recipient is neither in your address book nor an owner. Payments that only the gateway reports don’t make the recipient known, but the finding mentions these payments.',
    why: 'Most payments that go wrong go to an address that was never used before.',
    remedy: 'Compare every digit with the address the recipient gave you.',
    many: unpaid,
  },
  find(call, { facts }) {
    const strangers = readTransfers(call)
      .map(({ recipient }) => recipient)
      .filter((recipient) => !isSameAddress(recipient, call.from))
      .filter((recipient) => !facts.isKnown(recipient))
    if (strangers.length === 0) return undefined
    const paid = strangers.filter(facts.isCounterparty)
    const others = strangers.filter((one) => !facts.isCounterparty(one))
    const isFirst = facts.knowsRecipients && paid.length === 0
    const history = [
      others.length > 0 &&
        (facts.knowsRecipients
          ? `${join(others)} was never paid before and is not in your address book.`
          : `The history of this safe could not be read, so earlier payments to ${join(others)} are not known.`),
      paid.length > 0 &&
        `The gateway reports earlier payments to ${join(paid)}, but this browser can’t confirm them.`,
    ].filter(Boolean)
    return {
      severity: 'info',
      ...(!isFirst && { title: 'Recipient not in your address book' }),
      sentence: history.join(' '),
      advice: 'Compare every digit with the address the recipient gave you.',
      subjects: strangers,
      many: isFirst ? unpaid : unlisted,
    }
  },
})

function join(addresses: readonly Address[]): string {
  return writeList([...new Set(addresses)])
}
