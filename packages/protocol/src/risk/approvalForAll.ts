import { readGrant } from './grant.js'
import type { RiskRule } from './riskRule.js'

export const approvalForAll: RiskRule<'approval-for-all'> = {
  id: 'approval-for-all',
  find(call) {
    const grant = readGrant(call)
    if (grant?.kind !== 'operator' || grant.amount === 0n) return undefined
    const { grantee, asset, holder } = grant
    return {
      severity: 'danger',
      sentence: `${grantee} may take everything that ${asset} keeps for ${holder}, what comes later too. Approve single amounts or items where you can, and take this back when it has served.`,
    }
  },
}
