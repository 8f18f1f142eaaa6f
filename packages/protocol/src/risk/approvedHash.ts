import { approveHashMethod } from '../calldata/safe.js'
import { readArguments } from './readArguments.js'
import type { RiskRule } from './riskRule.js'

/** `approveHash`: a confirmation of which only the hash is to be seen. */
export const approvedHash: RiskRule<'approved-hash'> = {
  id: 'approved-hash',
  find(call, { facts }) {
    const approved = readArguments(call, approveHashMethod)
    if (!approved || !facts.isUnseenHash(approved.hashToApprove))
      return undefined
    return {
      severity: 'warning',
      sentence: `${call.from} confirms ${approved.hashToApprove} as an owner of the safe ${call.to}. What that transaction does cannot be seen here: look it up in that safe's queue before you sign.`,
    }
  },
}
