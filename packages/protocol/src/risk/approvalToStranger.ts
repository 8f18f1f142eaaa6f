import { type Grant, isUnlimited, readGrant } from './grant.js'
import { defineRule } from './riskRule.js'

/** Grants without limit have a graver finding of their own. */
export const approvalToStranger = /*#__PURE__*/ defineRule({
  id: 'approval-to-stranger',
  severities: ['warning', 'danger'],
  words: {
    title: 'An approval for somebody new',
    when: 'The spender was not approved before, as far as this browser knows. An account without code is graver: no app works that way.',
    why: 'Phishing asks for approvals more often than for payments.',
    remedy: 'Be sure who the spender is.',
  },
  find(call, { facts }) {
    const grant = readGrant(call)
    if (grant?.kind !== 'allowance' || !grant.amount) return undefined
    const isCollection = facts.getKind(grant.asset) === 'erc721'
    if (isUnlimited(grant) && !isCollection) return undefined
    if (!facts.isStrangeSpender(grant.grantee)) return undefined
    const hasNoCode = facts.getCodeHash(grant.grantee) === null
    return {
      severity: hasNoCode ? 'danger' : 'warning',
      sentence: `${grant.grantee} may take ${describeObject(grant, isCollection)} from ${grant.holder}, and ${hasNoCode ? noCode : noHistory}. Be sure that you know who that is.`,
    }
  },
})

function describeObject(
  { asset, amount }: Grant,
  isCollection: boolean,
): string {
  return isCollection
    ? `item ${amount} of the collection ${asset}`
    : `${amount} units of the token ${asset}`
}

const noCode =
  'has no code: that is no contract, but an account that somebody holds the key of'

const noHistory = 'was not approved before, as far as is known here'
