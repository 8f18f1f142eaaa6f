import { addDelegateMethod, setAllowanceMethod } from '../calldata/allowance.js'
import { party } from '../tell/parts.js'
import { writeReset } from '../tell/tellAllowance.js'
import type { FactIndex } from './factIndex.js'
import { type Grant, isUnlimited, readGrant } from './grant.js'
import { readArguments } from './readArguments.js'
import { defineRule, type Review, type RiskCall } from './riskRule.js'
import { isLargeShare } from './share.js'
import { verbs } from './verbs.js'

/**
 * The allowance module pays a delegate without any owner's signature. Small
 * limits of those who are known already are what it is for.
 */
export const spendingLimit = /*#__PURE__*/ defineRule({
  id: 'spending-limit',
  severities: ['warning', 'danger'],
  words: {
    title: 'Spending limit',
    when: 'A new spender is added or gets a spending limit, or a limit covers half or more of the balance. A limit of that size for a new spender counts as a danger.',
    why: 'Payments within the limit need no signature. They cannot be stopped one by one, only by removing the limit, and the limit can renew itself.',
    remedy: 'Check the spender, the amount and how often it renews.',
    many: { one: 'spending limit', other: 'spending limits' },
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
    const limit = writeLimit(grant, { call, facts: review.facts })
    return {
      severity: isStranger && isLarge ? 'danger' : 'warning',
      sentence: describeLimit(grant, { limit, review, isStranger }),
      advice: 'Check the amount, the period and the spender.',
      consequence: [
        party(grant.grantee),
        ` will be able to spend ${limit} without any signature`,
      ],
      subjects: [grant.grantee],
    }
  },
})

function isLargeLimit(grant: Grant, { facts }: Review): boolean {
  const balance = facts.getBalance(grant.asset)
  if (isUnlimited(grant)) return true
  return balance !== undefined && isLargeShare(grant.amount ?? 0n, balance)
}

function describeDelegate(
  { grantee, holder }: Grant,
  { facts, tense }: Review,
) {
  return {
    severity: 'warning',
    sentence: `${grantee} ${verbs.becomes[tense]} a spender of the safe ${holder}. ${describeHistory(facts)}`,
    advice: 'Make sure that you know this spender.',
    subjects: [grantee],
  } as const
}

function describeLimit(
  { grantee, holder }: Grant,
  {
    limit,
    review: { facts, tense },
    isStranger,
  }: { limit: string; review: Review; isStranger: boolean },
): string {
  const stranger = isStranger ? ` ${describeHistory(facts)}` : ''
  return `${grantee} ${verbs.can[tense]} take ${limit} from the safe ${holder} without any signature.${stranger}`
}

/** "500 USDC every 7 days". */
function writeLimit(
  { asset, amount = 0n }: Grant,
  { call, facts }: { call: RiskCall; facts: FactIndex },
): string {
  const minutes = readArguments(call, setAllowanceMethod)?.resetTimeMin ?? 0n
  return `${facts.writeAmount({ amount, asset })} ${writeReset(minutes)}`
}

function describeHistory({ knowsRecipients }: FactIndex): string {
  return knowsRecipients
    ? 'The spender was never paid before and is not in your address book.'
    : 'This safe’s earlier payments to the spender are not known.'
}
