import { type Address, zeroAddress } from 'viem'
import { execTransactionMethod } from '../calldata/safe.js'
import type { SafeTransaction } from '../safeTransaction.js'
import { party } from '../tell/parts.js'
import type { Word, Words } from '../tell/telling.js'
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
    title: 'Gas refund from the safe',
    when: 'The transaction asks for a gas refund: the safe pays the executor, or another address, for gas. The transaction says in which token and to whom.',
    why: 'The refund is not one of the calls and is easily overlooked. With a high gas price it empties the safe while the calls look harmless.',
    remedy:
      'Check the maximum amount, the token and the recipient. Covault never proposes a refund itself.',
    many: { one: 'gas refund', other: 'gas refunds' },
  },
  find(call, review) {
    const isRoot = call.node.path.length === 0 && !call.cutOff
    const own = isRoot
      ? describeRefund(review, call.from, review.transaction)
      : undefined
    const inner = readArguments(call, execTransactionMethod)
    const found = own ?? (inner && describeRefund(review, call.to, inner))
    return found && { severity: 'danger', ...found }
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
  { facts, tense }: Review,
  safe: Address,
  { gasToken, refundReceiver, ...gas }: Refund,
): { sentence: string; advice: string; consequence: Words } | undefined {
  const maximum = getMaximumRefund(gas)
  if (maximum === 0n) return undefined
  const amount = facts.writeAmount({ amount: maximum, asset: gasToken })
  // A transaction that fails pays the refund as well.
  const pays = tense === 'planned' ? 'pays' : 'paid'
  const isAnybody = refundReceiver === zeroAddress
  const receiver = isAnybody ? 'the executor' : refundReceiver
  const named: Word = isAnybody ? receiver : party(refundReceiver)
  return {
    sentence: `Executing this transaction ${pays} up to ${amount} from the safe ${safe} to ${receiver} as a gas refund.`,
    advice: 'Set the gas price to 0 unless a relayer you chose asks for it.',
    consequence: [
      `Up to ${amount} will leave the safe to `,
      named,
      ' as a gas refund',
    ],
  }
}
