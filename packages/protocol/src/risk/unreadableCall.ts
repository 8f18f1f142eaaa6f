import { defineRule } from './riskRule.js'

/** No riddle in itself, but nobody may take it for a call that was read. */
export const unreadableCall = /*#__PURE__*/ defineRule({
  id: 'unreadable-call',
  severities: ['info'],
  words: {
    title: 'A call that nobody here can read',
    when: 'The bytes of a call fit no method that this app knows.',
    why: 'It may be harmless, as most calls of young contracts are. But no rule looks into what cannot be read.',
    remedy:
      'Simulate it, and ask whoever proposed it what it is meant to do. The source of the contract tells the method.',
  },
  find({ node: { data, method, problems }, to }, { facts }) {
    if (method || data === '0x' || problems.length > 0) return undefined
    // Nothing runs there, which is a finding of its own.
    if (facts.getCodeHash(to) === null) return undefined
    const size = data.length / 2 - 1
    return {
      severity: 'info',
      sentence: `Nobody here can read the ${size} bytes of this call to ${to}. Simulate it, and ask whoever proposed it what it is meant to do.`,
    }
  },
})
