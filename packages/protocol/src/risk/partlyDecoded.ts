import { defineRule } from './riskRule.js'

/** Unexplained bytes of a known method; of an unknown one: unreadableCall.ts. */
export const partlyDecoded = /*#__PURE__*/ defineRule({
  id: 'partly-decoded',
  severities: ['warning'],
  words: {
    title: 'Not all bytes are explained',
    when: 'What is shown does not give the same bytes when it is encoded again: there is more, or it is written in an unusual way.',
    why: 'What is not shown may be what matters.',
    remedy: 'Ask who prepared it why it is so.',
  },
  find(call) {
    const problem = call.node.problems[0]?.message
    if (problem === undefined) return undefined
    return {
      severity: 'warning',
      sentence: `What is shown does not explain all of the bytes sent to ${call.to}. ${problem} Ask who prepared this why it is so, and do not sign before you know.`,
    }
  },
})
