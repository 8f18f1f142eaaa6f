import type { FactIndex } from './factIndex.js'
import { type Grant, isUnlimited, readGrant } from './grant.js'
import { defineRule } from './riskRule.js'
import { verbs } from './verbs.js'

/** Grants without limit, and to accounts, have graver findings of their own. */
export const approvalToStranger = /*#__PURE__*/ defineRule({
  id: 'approval-to-stranger',
  severities: ['warning'],
  words: {
    title: 'Approval for a new spender',
    when: 'The spender is not in your address book and was not approved before, as far as this browser knows.',
    why: 'Phishing asks for approvals more often than for payments.',
    remedy: 'Make sure that you know the spender.',
    many: {
      one: 'approval for a new spender',
      other: 'approvals for new spenders',
    },
  },
  find(call, { facts, tense }) {
    const grant = readGrant(call)
    if (grant?.kind !== 'allowance' || !grant.amount) return undefined
    const isCollection = facts.getKind(grant.asset) === 'erc721'
    if (isUnlimited(grant) && !isCollection) return undefined
    if (!facts.isStrangeSpender(grant.grantee)) return undefined
    if (facts.getCodeHash(grant.grantee) === null) return undefined
    const what = isCollection
      ? `#${grant.amount} of the collection ${grant.asset}`
      : describeAmount(grant, facts)
    return {
      severity: 'warning',
      sentence: `${grant.grantee} ${verbs.can[tense]} take ${what} from ${grant.holder} and was not approved before, as far as this browser knows.`,
      advice: 'Make sure that you know this spender.',
      subjects: [grant.grantee],
    }
  },
})

function describeAmount({ asset, amount = 0n }: Grant, facts: FactIndex) {
  return facts.writeAmount({ asset, amount })
}
