import { writeNumber } from '../language.js'
import { party } from '../tell/parts.js'
import type { FactIndex } from './factIndex.js'
import { type Grant, isUnlimited, readGrant } from './grant.js'
import { defineRule } from './riskRule.js'
import { verbs } from './verbs.js'

export const unlimitedApproval = /*#__PURE__*/ defineRule({
  id: 'unlimited-approval',
  severities: ['danger'],
  words: {
    title: 'Unlimited approval',
    when: 'A spender can take any amount of a token: the approved amount is larger than any token’s total supply.',
    why: 'The approval also covers what the safe receives later, until it is revoked. Approved contracts have been hacked years later.',
    remedy:
      'Approve only the amount that is needed. If an app insists, revoke the approval right afterwards.',
    many: { one: 'unlimited approval', other: 'unlimited approvals' },
  },
  find(call, { facts, tense }) {
    const grant = readGrant(call)
    if (grant?.kind !== 'allowance') return undefined
    const reason = describeExcess(grant, facts)
    if (reason === undefined) return undefined
    return {
      severity: 'danger',
      sentence: `${grant.grantee} ${verbs.can[tense]} take all of the token ${call.to} from ${grant.holder}, now and later: ${reason}.`,
      advice: 'Approve only the amount that is needed.',
      consequence: [
        party(grant.grantee),
        ' will be able to take all of the token ',
        party(call.to),
        ', now and later',
      ],
      subjects: [grant.grantee],
    }
  },
})

function describeExcess(grant: Grant, facts: FactIndex): string | undefined {
  const { asset, amount } = grant
  if (amount === undefined) return 'the allowance names no amount'
  // The second argument is an item's id in a collection, and ids may be any
  // number; but nobody counts items up to the round numbers of wallets.
  if (facts.getKind(asset) === 'erc721')
    return isUnlimited(grant) && isRound(amount)
      ? `${asset} reports that it is a collection, but ${amount} is the number that wallets use for an unlimited allowance`
      : undefined
  const supply = facts.getTotalSupply(asset)
  if (supply !== undefined && amount > supply)
    return `the allowance is higher than the total supply of ${writeNumber(supply)} units`
  return isUnlimited(grant)
    ? 'the allowance is practically unlimited'
    : undefined
}

/** All bits of some width. */
function isRound(amount: bigint): boolean {
  return (amount & (amount + 1n)) === 0n
}
