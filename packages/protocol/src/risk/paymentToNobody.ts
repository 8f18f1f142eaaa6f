import type { Address } from 'viem'
import { party } from '../tell/parts.js'
import { defineRule } from './riskRule.js'
import { readTransfers } from './transfer.js'

export const paymentToNobody = /*#__PURE__*/ defineRule({
  id: 'payment-to-nobody',
  severities: ['danger'],
  words: {
    title: 'Payment to a reserved address',
    when: 'The recipient is the zero address or another address that the network reserves.',
    why: 'No key exists for these addresses. Forms and scripts write the zero address where a recipient is missing.',
    remedy: 'Enter the address of the recipient.',
    many: {
      one: 'payment to a reserved address',
      other: 'payments to reserved addresses',
    },
  },
  find(call) {
    const lost = readTransfers(call).find(
      ({ recipient, amount }) => isReserved(recipient) && amount !== 0n,
    )
    if (lost === undefined) return undefined
    return {
      severity: 'danger',
      sentence: `No key exists for ${lost.recipient}, so anything sent there is lost forever.`,
      advice: 'Enter the address of the recipient.',
      consequence: [
        'Anything sent to ',
        party(lost.recipient),
        ' will be lost forever',
      ],
      subjects: [lost.recipient],
    }
  },
})

/** The zero address and those of precompiled contracts. */
const lastReserved = 0xffffn

function isReserved(address: Address): boolean {
  return BigInt(address) <= lastReserved
}
