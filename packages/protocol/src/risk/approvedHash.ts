import { approveHashMethod } from '../calldata/safe.js'
import { readArguments } from './readArguments.js'
import { defineRule } from './riskRule.js'

/** `approveHash`: a confirmation of which only the hash is to be seen. */
export const approvedHash = /*#__PURE__*/ defineRule({
  id: 'approved-hash',
  severities: ['warning'],
  words: {
    title: 'An approval in another safe',
    when: 'The safe confirms a transaction of another safe, and that transaction could not be shown.',
    why: 'A hash says nothing about what it stands for.',
    remedy: 'Open the other safe’s queue and look it up before you sign.',
  },
  find(call, { facts }) {
    const approved = readArguments(call, approveHashMethod)
    if (!approved || !facts.isUnseenHash(approved.hashToApprove))
      return undefined
    return {
      severity: 'warning',
      sentence: `${call.from} confirms ${approved.hashToApprove} as an owner of the safe ${call.to}. What that transaction does cannot be seen here: look it up in that safe's queue before you sign.`,
    }
  },
})
