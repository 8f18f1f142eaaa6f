import { isSameAddress } from './address.js'
import type { RiskRule } from './riskRule.js'
import { readTransfers } from './transfer.js'

export const firstTimeRecipient: RiskRule<'first-time-recipient'> = {
  id: 'first-time-recipient',
  find(call, { facts }) {
    const strangers = readTransfers(call)
      .map(({ recipient }) => recipient)
      .filter((recipient) => !isSameAddress(recipient, call.from))
      .filter((recipient) => !facts.isKnown(recipient))
    const names = [...new Set(strangers)].join(' and ')
    if (names === '') return undefined
    const history = facts.knowsRecipients
      ? `Neither paid before nor in the address book: ${names}.`
      : `It is not known whether this safe ever paid ${names}.`
    const sentence = `${history} Compare every digit with what the recipient gave you.`
    return { severity: 'info', sentence }
  },
}
