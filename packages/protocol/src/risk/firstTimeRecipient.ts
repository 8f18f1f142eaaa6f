import type { Address } from 'viem'
import { isSameAddress } from './address.js'
import { defineRule } from './riskRule.js'
import { readTransfers } from './transfer.js'

export const firstTimeRecipient = /*#__PURE__*/ defineRule({
  id: 'first-time-recipient',
  severities: ['info'],
  words: {
    title: 'Somebody new',
    when: 'The recipient is neither in the address book nor an owner. What the gateway says of earlier payments is told, and does not make anybody known.',
    why: 'Most payments that go wrong go to an address that was never used before.',
    remedy: 'Compare every digit with what the recipient gave you.',
  },
  find(call, { facts }) {
    const strangers = readTransfers(call)
      .map(({ recipient }) => recipient)
      .filter((recipient) => !isSameAddress(recipient, call.from))
      .filter((recipient) => !facts.isKnown(recipient))
    if (strangers.length === 0) return undefined
    const paid = strangers.filter(facts.isCounterparty)
    const others = strangers.filter((one) => !facts.isCounterparty(one))
    const history = [
      others.length > 0 &&
        (facts.knowsRecipients
          ? `Neither paid before nor in the address book: ${join(others)}.`
          : `It is not known whether this safe ever paid ${join(others)}.`),
      paid.length > 0 &&
        `Not in the address book, though paid before as the gateway says: ${join(paid)}.`,
    ].filter(Boolean)
    const sentence = `${history.join(' ')} Compare every digit with what the recipient gave you.`
    return { severity: 'info', sentence }
  },
})

function join(addresses: readonly Address[]): string {
  return [...new Set(addresses)].join(' and ')
}
