import { readGrant } from './grant.js'
import { defineRule } from './riskRule.js'

export const approvalForAll = /*#__PURE__*/ defineRule({
  id: 'approval-for-all',
  severities: ['danger'],
  words: {
    title: 'Every item of a collection',
    when: 'An operator may move all collectibles of one contract, also those that come later.',
    why: 'One signature is enough to lose a whole collection. Fake markets ask for it.',
    remedy: 'Be sure who the operator is, and that you mean all of them.',
  },
  find(call) {
    const grant = readGrant(call)
    if (grant?.kind !== 'operator' || grant.amount === 0n) return undefined
    const { grantee, asset, holder } = grant
    return {
      severity: 'danger',
      sentence: `${grantee} may take everything that ${asset} keeps for ${holder}, what comes later too. Approve single amounts or items where you can, and take this back when it has served.`,
    }
  },
})
