import type { Address } from 'viem'
import { party } from '../tell/parts.js'
import { isSameAddress } from './address.js'
import { type Grant, isUnlimited, readGrant } from './grant.js'
import { listRiskCalls } from './riskCalls.js'
import {
  defineRule,
  type Match,
  type Review,
  type RiskCall,
} from './riskRule.js'
import { describeShare, isLargeShare } from './share.js'

/** An allowance that leaves little or nothing is as good as a transfer. */
export const approvalOfBalance = /*#__PURE__*/ defineRule({
  id: 'approval-of-balance',
  severities: ['warning', 'danger'],
  words: {
    title: 'Approval of a large share of the balance',
    when: 'The approvals in this transaction cover half or more of what the safe holds of a token. This counts as a danger if a new spender can take the whole balance.',
    why: 'The approval has a limit, but the spender can still take half of the balance or more.',
    remedy: 'Approve only the amount that is needed.',
    many: {
      one: 'approval of a large share of the balance',
      other: 'approvals of a large share of the balance',
    },
  },
  find(call, review) {
    const grant = readLimitedGrant(call, review)
    if (grant) return findSingle(grant, review)
    return call.node.path.length === 0 && !call.cutOff
      ? findTogether(call, review)
      : undefined
  },
})

type LimitedGrant = Grant & { amount: bigint; balance: bigint }

/** Those that have no graver finding, over what the safe is known to hold. */
function readLimitedGrant(
  call: RiskCall,
  { domain, facts }: Review,
): LimitedGrant | undefined {
  const grant = readGrant(call)
  if (grant?.kind !== 'allowance' || !grant.amount) return undefined
  const { asset, amount, holder } = grant
  if (isUnlimited(grant) || facts.getKind(asset) === 'erc721') return undefined
  const supply = facts.getTotalSupply(asset)
  if (supply !== undefined && amount > supply) return undefined
  const balance = facts.getBalance(asset)
  if (balance === undefined || !isSameAddress(holder, domain.safe))
    return undefined
  return { ...grant, amount, balance }
}

function findSingle(
  grant: LimitedGrant,
  { facts }: Review,
): Match<'warning' | 'danger'> | undefined {
  const { amount, balance, grantee } = grant
  if (!isLargeShare(amount, balance)) return undefined
  const isStranger = facts.isStrangeSpender(grantee)
  const sum = facts.writeAmount(grant)
  return {
    severity: isStranger && amount >= balance ? 'danger' : 'warning',
    sentence: `${grantee} can take ${sum}: ${describeShare(amount, balance)}.`,
    advice:
      'Approve only the amount that is needed, and only to a spender you know.',
    consequence: [party(grantee), ` will be able to take ${sum}`],
    subjects: [grantee],
  }
}

/** Many small allowances of one token, of which none stands out. */
function findTogether(root: RiskCall, review: Review) {
  const grants = listRiskCalls(root).flatMap(
    (call) => readLimitedGrant(call, review) ?? [],
  )
  if (grants.some(({ amount, balance }) => isLargeShare(amount, balance)))
    return undefined
  const sums = new Map<Address, LimitedGrant>()
  for (const grant of grants) {
    const amount = (sums.get(grant.asset)?.amount ?? 0n) + grant.amount
    sums.set(grant.asset, { ...grant, amount })
  }
  const large = [...sums.values()].find(({ amount, balance }) =>
    isLargeShare(amount, balance),
  )
  if (large === undefined) return undefined
  const { amount, balance } = large
  const sum = review.facts.writeAmount(large)
  return {
    severity: 'warning',
    sentence: `The approvals in this transaction add up to ${sum}: ${describeShare(amount, balance)}.`,
    advice: 'Check each of them.',
  } as const
}
