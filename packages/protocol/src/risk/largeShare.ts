import { isSameAddress } from './address.js'
import { formatAmount } from './formatAmount.js'
import type { Review, RiskRule } from './riskRule.js'
import { readTransfers, type Transfer } from './transfer.js'

export const largeShare: RiskRule<'large-share'> = {
  id: 'large-share',
  find(call, review) {
    const sentence = readTransfers(call)
      .map((transfer) => describe(transfer, review))
      .find((text) => text !== undefined)
    return sentence === undefined
      ? undefined
      : { severity: 'warning', sentence }
  },
}

function describe(
  { from, recipient, asset, amount }: Transfer,
  { domain, facts }: Review,
): string | undefined {
  // The last argument of transferFrom is an item's id there.
  if (!amount || facts.getKind(asset) === 'erc721') return undefined
  if (!isSameAddress(from, domain.safe) || isSameAddress(recipient, from))
    return undefined
  const balance = facts.getBalance(asset)
  if (balance === undefined || amount * 2n < balance) return undefined
  const sent = formatAmount(domain.chainId, { amount, asset })
  return `${sent} goes to ${recipient}: ${describeShare(amount, balance)}. Check the amount and the recipient once more.`
}

function describeShare(amount: bigint, balance: bigint): string {
  if (amount === balance) return 'all that the safe holds'
  if (amount > balance) return 'more than the safe holds today'
  return `${(amount * 100n) / balance} % of what the safe holds`
}
