import { type Grant, isUnlimited, readGrant } from './grant.js'
import type { RiskRule } from './riskRule.js'

/** Grants without limit have a graver finding of their own. */
export const approvalToStranger: RiskRule<'approval-to-stranger'> = {
  id: 'approval-to-stranger',
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
}

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
