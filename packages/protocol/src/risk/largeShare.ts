import type { Address } from 'viem'
import { writeNumber } from '../language.js'
import { isSameAddress } from './address.js'
import { listRiskCalls } from './riskCalls.js'
import { defineRule, type Review, type RiskCall } from './riskRule.js'
import { describeShare, isLargeShare } from './share.js'
import { readEndowment, readTransfers, type Transfer } from './transfer.js'

export const largeShare = /*#__PURE__*/ defineRule({
  id: 'large-share',
  severities: ['warning'],
  words: {
    title: 'Large share of the balance',
    when: 'One transfer, or all of them together, moves half or more of a balance.',
    why: 'A misplaced decimal point sends ten times as much.',
    remedy: 'Check the amount again.',
    many: {
      one: 'transfer of a large share of the balance',
      other: 'transfers of a large share of the balance',
    },
  },
  find(call, review) {
    const described =
      describeLargest(readOutflows(call, review), review) ??
      describeTogether(call, review)
    return described && { severity: 'warning', ...described }
  },
})

type Outflow = Omit<Transfer, 'recipient'> & {
  /** undefined: the contract that the call creates. */
  recipient?: Address
  amount: bigint
  balance: bigint
}

/** What leaves the safe, of assets whose balance is known. */
function readOutflows(
  call: RiskCall,
  { domain, facts }: Review,
): readonly Outflow[] {
  const moves: readonly (Omit<Transfer, 'recipient'> & Partial<Transfer>)[] = [
    ...readTransfers(call),
    readEndowment(call),
  ]
  return moves.flatMap((transfer) => {
    const { from, recipient, asset, amount } = transfer
    // The last argument of transferFrom is an item's id there.
    if (!amount || facts.getKind(asset) === 'erc721') return []
    if (!isSameAddress(from, domain.safe)) return []
    if (recipient !== undefined && isSameAddress(recipient, from)) return []
    const balance = facts.getBalance(asset)
    return balance === undefined ? [] : [{ ...transfer, amount, balance }]
  })
}

type Described = { sentence: string; advice: string }

function describeLargest(
  outflows: readonly Outflow[],
  { facts }: Review,
): Described | undefined {
  const large = outflows.find(isLarge)
  if (large === undefined) return undefined
  const { amount, balance, recipient = 'the contract it creates' } = large
  const sent = facts.writeAmount(large)
  return {
    sentence: `${sent} goes to ${recipient}: ${describeShare(amount, balance)}.`,
    advice: 'Check the amount and the recipient again.',
  }
}

/** Many small transfers of one asset, of which none is large by itself. */
function describeTogether(
  root: RiskCall,
  review: Review,
): Described | undefined {
  if (root.node.path.length > 0 || root.cutOff) return undefined
  const sums = new Map<Address, Outflow & { count: number }>()
  for (const call of listRiskCalls(root))
    for (const outflow of readOutflows(call, review)) {
      if (isLarge(outflow)) return undefined
      const sum = sums.get(outflow.asset)
      const amount = (sum?.amount ?? 0n) + outflow.amount
      const count = (sum?.count ?? 0) + 1
      sums.set(outflow.asset, { ...outflow, amount, count })
    }
  const large = [...sums.values()].find(isLarge)
  if (large === undefined) return undefined
  const sent = review.facts.writeAmount(large)
  return {
    sentence: `${writeNumber(large.count)} transfers together send ${sent}: ${describeShare(large.amount, large.balance)}.`,
    advice: 'Check the amounts and the recipients again.',
  }
}

function isLarge({ amount, balance }: Outflow): boolean {
  return isLargeShare(amount, balance)
}
