import type { RuleWords } from '../risk/riskRule.js'
import type { RiskSeverity } from '../risk/severity.js'

/** What only a simulation shows, judgeStorage.ts and findFailure.ts. */
export const simulationRules = {
  'unexplained-storage-change': {
    severities: ['block'],
    words: {
      title: 'Hidden change to the safe',
      when: 'In the simulation, the transaction changes the safe’s implementation, an owner, the threshold, a module, a guard or the fallback handler, although none of its readable calls does.',
      why: 'Changing any of them gives an attacker control over the safe. A change that is not shown openly is hidden on purpose.',
      remedy:
        'Do not sign. Ask the proposer through another channel what the transaction does.',
      many: {
        one: 'hidden change to the safe',
        other: 'hidden changes to the safe',
      },
    },
  },
  'would-fail': {
    severities: ['danger'],
    words: {
      title: 'Transaction would fail',
      when: 'The transaction fails in the simulation.',
      why: 'A transaction that fails changes nothing, but the executor pays the network fee, and the safe’s nonce may be used up.',
      remedy: 'Fix the cause, or reject the transaction.',
      many: {
        one: 'transaction that would fail',
        other: 'transactions that would fail',
      },
    },
  },
} as const satisfies Record<
  string,
  { severities: readonly RiskSeverity[]; words: RuleWords }
>

export type SimulationRiskId = keyof typeof simulationRules
