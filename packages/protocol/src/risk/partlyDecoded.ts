import type { RiskRule } from './riskRule.js'

/** Unexplained bytes of a known method; of an unknown one: unreadableCall.ts. */
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
