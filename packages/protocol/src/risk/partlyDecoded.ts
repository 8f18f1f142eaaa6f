import { defineRule } from './riskRule.js'

/** Unexplained bytes of a known method; of an unknown one: unreadableCall.ts. */
export const partlyDecoded = /*#__PURE__*/ defineRule({
  id: 'partly-decoded',
  severities: ['warning'],
  words: {
    title: 'Partly decoded',
    when: 'The decoded call does not account for all the bytes you sign: there are extra bytes, or the encoding is unusual.',
    why: 'The bytes that are not shown may be the ones that matter.',
    remedy: 'Ask the proposer why.',
    many: { one: 'partly decoded call', other: 'partly decoded calls' },
  },
  find(call) {
    const problem = call.node.problems[0]?.message
    if (problem === undefined) return undefined
    return {
      severity: 'warning',
      sentence: `Not all bytes sent to ${call.to} could be decoded. ${problem}`,
      advice: 'Ask the proposer why, and do not sign before you know.',
      subjects: [call.to],
    }
  },
})
