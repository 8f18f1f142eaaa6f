import { approveHashMethod } from '../calldata/safe.js'
import { readArguments } from './readArguments.js'
import { defineRule } from './riskRule.js'

/** `approveHash`: a signature of which only the hash can be seen. */
export const approvedHash = /*#__PURE__*/ defineRule({
  id: 'approved-hash',
  severities: ['warning'],
  words: {
    title: 'Unseen transaction in another safe',
    when: 'The safe approves another safe’s transaction, and Covault could not show it.',
    why: 'A hash says nothing about what the transaction does.',
    remedy:
      'Look the transaction up in the queue of the other safe before you sign.',
    many: {
      one: 'unseen transaction in another safe',
      other: 'unseen transactions in other safes',
    },
  },
  find(call, { facts }) {
    const approved = readArguments(call, approveHashMethod)
    if (!approved || !facts.isUnseenHash(approved.hashToApprove))
      return undefined
    return {
      severity: 'warning',
      sentence: `${call.from} approves the transaction ${approved.hashToApprove} as an owner of the safe ${call.to}. What that transaction does could not be shown.`,
      advice: 'Look it up in the queue of that safe before you sign.',
      subjects: [call.to],
    }
  },
})
