import type { RuleWords } from './riskRule.js'
import type { RiskSeverity } from './severity.js'

/** What findMessageRisks looks for: messages that do what their name does not say. */
export const messageRules = {
  'message-safe-transaction': {
    severities: ['danger'],
    words: {
      title: 'The message is a transaction',
      when: 'The typed data is a transaction of a safe.',
      why: 'Signing it confirms that transaction.',
      remedy: 'Review it in that safe.',
    },
  },
  'message-safe-message': {
    severities: ['danger'],
    words: {
      title: 'The message is one of another safe',
      when: 'The typed data is a SafeMessage of a safe that this one owns.',
      why: 'Signing it confirms a message of which only a hash is seen here.',
      remedy: 'Review it in that safe.',
    },
  },
  'message-permit': {
    severities: ['danger'],
    words: {
      title: 'The message is a permit',
      when: 'The typed data grants an allowance: EIP-2612, DAI or Permit2.',
      why: 'No transaction is needed: whoever has the signature can put it to use.',
      remedy: 'Check the spender, the token and the amount in the headline.',
    },
  },
  'message-transfer': {
    severities: ['danger'],
    words: {
      title: 'The message is a transfer',
      when: 'The typed data moves tokens by EIP-3009.',
      why: 'The signature is the payment, whoever hands it in.',
      remedy: 'Sign only if you mean to pay that.',
    },
  },
} as const satisfies Record<
  string,
  { severities: readonly RiskSeverity[]; words: RuleWords }
>

export type MessageRiskId = keyof typeof messageRules
