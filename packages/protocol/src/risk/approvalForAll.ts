import { party } from '../tell/parts.js'
import { readGrant } from './grant.js'
import { defineRule } from './riskRule.js'
import { verbs } from './verbs.js'

export const approvalForAll = /*#__PURE__*/ defineRule({
  id: 'approval-for-all',
  severities: ['danger'],
  words: {
    title: 'Approval for a whole collection',
    when: 'Another address, the operator, can move everything that the safe has in one contract, including what it receives later.',
    why: 'One signature is enough to lose a whole collection. Fake marketplaces ask for it.',
    remedy:
      'Make sure that you know the operator and want to approve the whole collection.',
    many: {
      one: 'approval for a whole collection',
      other: 'approvals for whole collections',
    },
  },
  find(call, { tense }) {
    const grant = readGrant(call)
    if (grant?.kind !== 'operator' || grant.amount === 0n) return undefined
    const { grantee, asset, holder } = grant
    return {
      severity: 'danger',
      sentence: `${grantee} ${verbs.can[tense]} take everything that ${holder} has in ${asset}, now and later.`,
      advice:
        'Approve single amounts or collectibles where you can, and revoke this approval when it is no longer needed.',
      consequence: [
        party(grantee),
        ' will be able to take everything that the safe has in ',
        party(asset),
        ', now and later',
      ],
      subjects: [grantee],
    }
  },
})
