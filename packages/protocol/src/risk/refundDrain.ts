import { type Address, zeroAddress } from 'viem'
import { execTransactionMethod } from '../calldata/safe.js'
import type { SafeTransaction } from '../safeTransaction.js'
import { formatAmount } from './formatAmount.js'
import { readArguments } from './readArguments.js'
import { defineRule, type Review } from './riskRule.js'

/**
 * A gas price makes the safe pay for its execution, to anybody and in any
 * token: `handlePayment` of the safe.
 */
export const refundDrain = /*#__PURE__*/ defineRule({
  id: 'refund-drain',
  severities: ['danger'],
  words: {
    title: 'A refund leaves the safe',
    when: 'The gas price of the refund is not zero: whoever executes the transaction is paid by the safe, in the token and to the address that the transaction names.',
    why: 'The refund is outside the calls, and easily overlooked. With a high price it empties the safe, while the calls look harmless.',
    remedy:
      'Check the most that can leave, the token and the receiver. Covault never proposes a refund itself.',
  },
  find(call, review) {
    const isRoot = call.node.path.length === 0 && !call.cutOff
    const own = isRoot
      ? describeRefund(review, call.from, review.transaction)
      : undefined
    const inner = readArguments(call, execTransactionMethod)
    const sentence = own ?? (inner && describeRefund(review, call.to, inner))
    return sentence === undefined ? undefined : { severity: 'danger', sentence }
  },
})

type Refund = Pick<
  SafeTransaction,
  'safeTxGas' | 'baseGas' | 'gasPrice' | 'gasToken' | 'refundReceiver'
>

/**
 * What the safe measures around the inner call on top of safeTxGas: a cold
 * account with a delegation, a transfer of value, a new account, and little.
 */
const callOverhead = 40_000n

/** The most that executing it can take out of the safe, in the gas token. */
export function getMaximumRefund({
  safeTxGas,
  baseGas,
  gasPrice,
}: Pick<Refund, 'safeTxGas' | 'baseGas' | 'gasPrice'>): bigint {
  return gasPrice === 0n ? 0n : (safeTxGas + baseGas + callOverhead) * gasPrice
}

function describeRefund(
  { domain }: Review,
  safe: Address,
  { gasToken, refundReceiver, ...gas }: Refund,
): string | undefined {
  const maximum = getMaximumRefund(gas)
  if (maximum === 0n) return undefined
  const amount = formatAmount(domain.chainId, {
    amount: maximum,
    asset: gasToken,
  })
  const receiver =
    refundReceiver === zeroAddress ? 'whoever executes it' : refundReceiver
  return `Executing this pays up to ${amount} out of the safe ${safe} to ${receiver}, as a refund of gas. Set the gas price to 0 unless a relayer you chose asks for it.`
}
