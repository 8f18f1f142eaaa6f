import type { FactIndex } from './factIndex.js'
import { type Grant, isUnlimited, readGrant } from './grant.js'
import { defineRule } from './riskRule.js'

export const unlimitedApproval = /*#__PURE__*/ defineRule({
  id: 'unlimited-approval',
  severities: ['danger'],
  words: {
    title: 'An approval without limit',
    when: 'A spender may take any amount of a token: the amount is so high that no supply reaches it.',
    why: 'It holds for what the safe gets later, too, and until somebody takes it back. Contracts that were approved have been broken years afterwards.',
    remedy:
      'Approve the amount that is needed. If an app insists, take the approval back right after.',
  },
  find(call, { facts }) {
    const grant = readGrant(call)
    if (grant?.kind !== 'allowance') return undefined
    const reason = describeExcess(grant, facts)
    if (reason === undefined) return undefined
    return {
      severity: 'danger',
      sentence: `${grant.grantee} may take all of the token ${call.to} from ${grant.holder}, now and later: ${reason}. Approve only the amount that is needed.`,
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
      ? `although ${asset} is said to be a collection, ${amount} is what wallets write for an allowance without limit`
      : undefined
  const supply = facts.getTotalSupply(asset)
  if (supply !== undefined && amount > supply)
    return `the allowance of ${amount} units is more than the ${supply} that exist`
  return isUnlimited(grant)
    ? `the allowance of ${amount} units is practically without limit`
    : undefined
}

/** All bits of some width. */
function isRound(amount: bigint): boolean {
  return (amount & (amount + 1n)) === 0n
}
