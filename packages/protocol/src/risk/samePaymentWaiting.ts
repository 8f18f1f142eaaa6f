import type { Call } from '../multiSend.js'
import { isSameAddress } from './address.js'
import type { WaitingTransaction } from './riskFacts.js'
import { defineRule, type Review, type RiskCall } from './riskRule.js'
import { readTransfers } from './transfer.js'

export const samePaymentWaiting = /*#__PURE__*/ defineRule({
  id: 'same-payment-waiting',
  severities: ['warning'],
  words: {
    title: 'Same payment already waiting',
    when: 'A transaction that waits at another nonce makes the same payment or the same call.',
    why: 'Only transactions at one nonce exclude each other. Two at different nonces can both be executed, and the recipient is paid twice.',
    remedy:
      'Unless both are meant, sign only one of them and reject the other.',
    many: {
      one: 'payment that already waits at another nonce',
      other: 'payments that already wait at another nonce',
    },
  },
  find(call, review) {
    const { transaction, tense, domain } = review
    if (tense !== 'planned' || !isSameAddress(call.from, domain.safe))
      return undefined
    const isRoot = call.node.path.length === 0
    // What is the same as a whole is told once.
    if (!isRoot && findTwin(transaction, review)) return undefined
    const isPayment = readTransfers(call).some(({ amount }) => amount !== 0n)
    if (!isPayment && !(isRoot && doesAnything(call, review))) return undefined
    const twin = findTwin(call.node, review)
    return (
      twin && {
        severity: 'warning',
        sentence: `The same ${isPayment ? 'payment' : 'call'} is already waiting at nonce ${twin.nonce}, and both can be executed.`,
        advice: `Unless both are meant, sign only one of them and reject the other.`,
      }
    )
  },
})

/** A rejection does nothing, and several of them harm nobody. */
function doesAnything({ node }: RiskCall, { domain }: Review): boolean {
  return (
    node.value !== 0n ||
    node.data !== '0x' ||
    !isSameAddress(node.to, domain.safe)
  )
}

/** At the lowest nonce; at its own nonce they exclude each other. */
function findTwin(
  call: Call,
  { facts, transaction }: Review,
): WaitingTransaction | undefined {
  return facts.waiting.find(
    ({ nonce, calls }) =>
      nonce !== transaction.nonce && calls.some((one) => isSame(one, call)),
  )
}

function isSame(one: Call, other: Call): boolean {
  return (
    isSameAddress(one.to, other.to) &&
    one.value === other.value &&
    one.operation === other.operation &&
    one.data.toLowerCase() === other.data.toLowerCase()
  )
}
