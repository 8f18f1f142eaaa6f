import { keccak256 } from 'viem'
import { signMessageMethod } from '../calldata/signMessage.js'
import { nouns, writeCount } from '../language.js'
import { isSameAddress } from './address.js'
import { readArguments } from './readArguments.js'
import { defineRule } from './riskRule.js'

/**
 * `signMessage` marks a message as signed for good; the transaction does not
 * say what is behind a hash, for example an order or a permit.
 */
export const messageSignature = /*#__PURE__*/ defineRule({
  id: 'message-signature',
  severities: ['warning'],
  words: {
    title: 'Message signed on chain',
    when: 'The transaction signs a message, and only the hash of that message is known.',
    why: 'Anyone can use the signature afterwards, and it cannot be revoked.',
    remedy:
      'Instead, sign the message itself under Messages, where its content is shown.',
    many: { one: 'message signed on chain', other: 'messages signed on chain' },
  },
  find(call, { facts }) {
    const signs = call.node.operation === 1 || isSameAddress(call.from, call.to)
    const signed = signs ? readArguments(call, signMessageMethod) : undefined
    if (signed === undefined) return undefined
    const size = signed.data.length / 2 - 1
    const hash = size === 32 ? signed.data : keccak256(signed.data)
    if (!facts.isUnseenHash(hash)) return undefined
    const what =
      size === 32
        ? `the hash ${hash}`
        : `a message of ${writeCount(size, nouns.byte)}`
    return {
      severity: 'warning',
      sentence: `The safe ${call.from} signs ${what}, and anyone can use that signature afterwards. The message can be an order or an allowance.`,
      advice: 'Compare it with the message you want to sign.',
    }
  },
})
