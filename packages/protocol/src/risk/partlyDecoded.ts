import type { RiskRule } from './riskRule.js'

/** An unknown method is no riddle in itself, unexplained bytes of a known one are. */
export const partlyDecoded: RiskRule<'partly-decoded'> = {
  id: 'partly-decoded',
  find(call) {
    const problem = call.node.problems[0]?.message
    if (problem === undefined) return undefined
    return {
      severity: 'warning',
      sentence: `What is shown does not explain all of the bytes sent to ${call.to}. ${problem} Ask who prepared this why it is so, and do not sign before you know.`,
    }
  },
}
