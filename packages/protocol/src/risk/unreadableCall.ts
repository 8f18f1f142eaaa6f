import type { RiskRule } from './riskRule.js'

/** No riddle in itself, but nobody may take it for a call that was read. */
export const unreadableCall: RiskRule<'unreadable-call'> = {
  id: 'unreadable-call',
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
}
