import { addDelegateMethod } from '../calldata/allowance.js'
import type { FactIndex } from './factIndex.js'
import { formatAmount } from './formatAmount.js'
import { type Grant, isUnlimited, readGrant } from './grant.js'
import { defineRule, type Review } from './riskRule.js'
import { isLargeShare } from './share.js'

/**
 * The allowance module pays a delegate without any owner's signature. Small
 * limits of those who are known already are what it is for.
 */
export const spendingLimit = /*#__PURE__*/ defineRule({
  id: 'spending-limit',
  severities: ['warning', 'danger'],
  words: {
    title: 'A spending limit',
    when: 'Somebody may spend up to a limit without the owners, or becomes a spender.',
    why: 'What is spent within the limit cannot be stopped, and the limit renews by itself.',
    remedy: 'Check the beneficiary, the amount and how often it renews.',
  },
  find(call, review) {
    const grant = readGrant(call)
    if (grant?.kind !== 'limit') return undefined
    const isStranger = !review.facts.isKnownSpender(grant.grantee)
    if (call.selector === addDelegateMethod.selector)
      return isStranger ? describeDelegate(grant, review) : undefined
    if (!grant.amount) return undefined
    const isLarge = isLargeLimit(grant, review)
    if (!isStranger && !isLarge) return undefined
    return {
      severity: isStranger && isLarge ? 'danger' : 'warning',
      sentence: describeLimit(grant, review, isStranger),
    }
  },
})

function isLargeLimit(grant: Grant, { facts }: Review): boolean {
  const balance = facts.getBalance(grant.asset)
  if (isUnlimited(grant)) return true
  return balance !== undefined && isLargeShare(grant.amount ?? 0n, balance)
}

function describeDelegate({ grantee, holder }: Grant, { facts }: Review) {
  return {
    severity: 'warning',
    sentence: `${grantee} becomes a spender of the safe ${holder}. ${describeHistory(facts)} Be sure that you know who that is.`,
  } as const
}

function describeLimit(
  { grantee, holder, asset, amount = 0n }: Grant,
  { domain, facts }: Review,
  isStranger: boolean,
): string {
  const limit = formatAmount(domain.chainId, { amount, asset })
  const stranger = isStranger ? ` ${describeHistory(facts)}` : ''
  return `${grantee} may take ${limit} from the safe ${holder} without any owner's signature, again and again if the limit renews itself.${stranger} Check the amount, the period and the spender.`
}

function describeHistory({ knowsRecipients }: FactIndex): string {
  return knowsRecipients
    ? 'That address was neither paid before nor is it in the address book.'
    : 'It is not known whether this safe ever paid that address.'
}
