import type { RuleWords } from '../risk/riskRule.js'
import type { RiskSeverity } from '../risk/severity.js'

/** What only running a transaction shows, judgeStorage.ts. */
export const simulationRules = {
  'unexplained-storage-change': {
    severities: ['block'],
    words: {
      title: 'The run changes what no call explains',
      when: 'In the simulation the singleton, an owner, the threshold, a module, the guard or the fallback handler of the safe is another one afterwards, and no settings call that could be read says so.',
      why: 'Whoever can change these can take the safe. What is not said openly is hidden on purpose.',
      remedy:
        'Do not sign. Ask who prepared it, over another channel, what it is meant to do.',
    },
  },
} as const satisfies Record<
  string,
  { severities: readonly RiskSeverity[]; words: RuleWords }
>

export type SimulationRiskId = keyof typeof simulationRules
