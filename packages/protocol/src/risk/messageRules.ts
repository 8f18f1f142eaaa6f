import type { RuleWords } from './riskRule.js'
import type { RiskSeverity } from './severity.js'

/** What findMessageRisks looks for: messages that do what their name does not say. */
export const messageRules = {
  'message-safe-transaction': {
    severities: ['warning', 'danger'],
    words: {
      title: 'Message is a transaction',
      when: 'The typed data is a transaction of a safe. This counts as a danger. If the message is plain text that contains such data, it counts as a warning.',
      why: 'Signing the message signs that transaction.',
      remedy: 'Review the transaction in that safe.',
      many: {
        one: 'message that is a transaction',
        other: 'messages that are transactions',
      },
    },
  },
  'message-safe-message': {
    severities: ['warning', 'danger'],
    words: {
      title: 'Message of another safe',
      when: 'This safe is an owner of another safe, and the typed data is a message of that other safe. This counts as a danger. If the message is plain text that contains such data, it counts as a warning.',
      why: 'You would sign for the other safe, and only the hash of its message is known here.',
      remedy: 'Review the message in that safe.',
      many: {
        one: 'message of another safe',
        other: 'messages of other safes',
      },
    },
  },
  'message-permit': {
    severities: ['warning', 'danger'],
    words: {
      title: 'Message is a permit',
      when: 'The typed data grants an allowance (EIP-2612, DAI or Permit2). It counts as a danger if the spender is not in your address book or the amount is unlimited.',
      why: 'No transaction is needed: anyone who has the signature can use it.',
      remedy: 'Check the spender, the token and the amount.',
      many: {
        one: 'message that is a permit',
        other: 'messages that are permits',
      },
    },
  },
  'message-look-alike': {
    severities: ['warning', 'danger'],
    words: {
      title: 'Look-alike address',
      when: 'The message gives something to an address that starts and ends with the same four or more digits as a contact, an owner, one of your safes or an address this safe has paid, but is a different address. If only one end matches, with six or more equal digits, this counts as a warning.',
      why: 'Attackers generate such addresses by the million, so that one of them passes for an address that you know.',
      remedy: 'Compare the address digit by digit with the one you know.',
      many: { one: 'look-alike address', other: 'look-alike addresses' },
    },
  },
  'message-permit-expiry': {
    severities: ['warning'],
    words: {
      title: 'Permit with a late expiry',
      when: 'A permit has no expiry, or one that is more than 30 days away.',
      why: 'Until it expires, the permit can be used at any time, even through an app that is hacked later.',
      remedy: 'Ask the app for a permit that expires within days.',
      many: {
        one: 'permit with a late expiry',
        other: 'permits with a late expiry',
      },
    },
  },
  'message-transfer': {
    severities: ['warning', 'danger'],
    words: {
      title: 'Message is a transfer',
      when: 'The typed data moves tokens (EIP-3009). This counts as a danger. If the message is plain text that contains such data, it counts as a warning.',
      why: 'The signature is the payment: anyone can submit it.',
      remedy: 'Sign only if you want to make this payment.',
      many: {
        one: 'message that is a transfer',
        other: 'messages that are transfers',
      },
    },
  },
  'message-other-chain': {
    severities: ['warning'],
    words: {
      title: 'Message for another network',
      when: 'The chain ID in the typed data is not that of the network this safe is on.',
      why: 'The signature is meant for another network, where you may not be looking.',
      remedy: 'Check that the app is connected to the right network.',
      many: {
        one: 'message for another network',
        other: 'messages for other networks',
      },
    },
  },
} as const satisfies Record<
  string,
  { severities: readonly RiskSeverity[]; words: RuleWords }
>

export type MessageRiskId = keyof typeof messageRules
