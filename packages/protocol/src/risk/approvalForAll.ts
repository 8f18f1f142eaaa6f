import { setApprovalForAllMethod } from '../calldata/erc721.js'
import { readArguments } from './readArguments.js'
import type { RiskRule } from './riskRule.js'

export const approvalForAll: RiskRule<'approval-for-all'> = {
  id: 'approval-for-all',
  find(call) {
    const approval = readArguments(call, setApprovalForAllMethod)
    if (!approval?.approved) return undefined
    return {
      severity: 'danger',
      sentence: `${approval.operator} may take every item of the collection ${call.to} from ${call.from}, those of the future too. Approve single items where you can, and take this back when it has served.`,
    }
  },
}
