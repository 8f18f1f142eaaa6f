import { nouns, writeCount } from '../language.js'
import { defineRule } from './riskRule.js'

/** Not bad in itself, but nobody may take it for a call that was read. */
export const unreadableCall = /*#__PURE__*/ defineRule({
  id: 'unreadable-call',
  severities: ['info'],
  words: {
    title: 'Unknown method',
    when: 'The bytes of a call match no method that this app knows.',
    why: 'The call may be harmless, as most calls of new contracts are. But data that cannot be read cannot be checked.',
    remedy:
      'Check the simulation, and ask the proposer what the call does. The source of the contract shows its methods.',
    many: {
      one: 'call of an unknown method',
      other: 'calls of unknown methods',
    },
  },
  find({ node: { data, method, problems }, to }, { facts }) {
    if (method || data === '0x' || problems.length > 0) return undefined
    // Nothing runs there, which is a finding of its own.
    if (facts.getCodeHash(to) === null) return undefined
    const size = writeCount(data.length / 2 - 1, nouns.byte)
    return {
      severity: 'info',
      sentence: `The call to ${to} with ${size} matches no known method.`,
      advice: 'Check the simulation, and ask the proposer what the call does.',
      subjects: [to],
    }
  },
})
