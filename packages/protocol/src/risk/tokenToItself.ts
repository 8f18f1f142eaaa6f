import { zeroAddress } from 'viem'
import { party } from '../tell/parts.js'
import { isSameAddress } from './address.js'
import { defineRule } from './riskRule.js'
import { readTransfers } from './transfer.js'

export const tokenToItself = /*#__PURE__*/ defineRule({
  id: 'token-to-itself',
  severities: ['danger'],
  words: {
    title: 'Tokens sent to their own contract',
    when: 'The recipient of a token is the contract of that token.',
    why: 'Most token contracts cannot give back what they receive. Usually the address of the token was pasted where the recipient belongs.',
    remedy: 'Enter the address of the recipient.',
    many: {
      one: 'transfer of tokens to their own contract',
      other: 'transfers of tokens to their own contract',
    },
  },
  find(call) {
    const lost = readTransfers(call).find(
      ({ recipient, asset, amount }) =>
        asset !== zeroAddress &&
        amount !== 0n &&
        isSameAddress(recipient, asset),
    )
    if (lost === undefined) return undefined
    return {
      severity: 'danger',
      sentence: `The recipient ${lost.recipient} is the contract of the token itself, and most tokens cannot give back what they receive.`,
      advice: 'Enter the address of the recipient.',
      consequence: [
        'The tokens sent to their own contract ',
        party(lost.recipient),
        ' will most likely be lost',
      ],
      subjects: [lost.recipient],
    }
  },
})
