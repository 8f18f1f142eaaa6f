import { keccak256 } from 'viem'
import { signMessageMethod } from '../calldata/signMessage.js'
import { isSameAddress } from './address.js'
import { readArguments } from './readArguments.js'
import { defineRule } from './riskRule.js'

/**
 * `signMessage` marks a message as signed for ever; what is behind a hash, an
 * order or a permit for instance, the transaction does not tell.
 */
export const messageSignature = /*#__PURE__*/ defineRule({
  id: 'message-signature',
  severities: ['warning'],
  words: {
    title: 'A message is signed on chain',
    when: 'The transaction signs a message of which only the hash is in its bytes.',
    why: 'Everybody can use the signature from then on, and it cannot be taken back.',
    remedy: 'Sign it from the message itself, where its content is shown.',
  },
  find(call, { facts }) {
    const signs = call.node.operation === 1 || isSameAddress(call.from, call.to)
    const signed = signs ? readArguments(call, signMessageMethod) : undefined
    if (signed === undefined) return undefined
    const size = signed.data.length / 2 - 1
    const hash = size === 32 ? signed.data : keccak256(signed.data)
    if (!facts.isUnseenHash(hash)) return undefined
    const what = size === 32 ? `the hash ${hash}` : `a message of ${size} bytes`
    return {
      severity: 'warning',
      sentence: `The safe ${call.from} signs ${what}, and the chain will confirm that to anybody from then on. It may be an order or an allowance: compare it with the message you mean to sign.`,
    }
  },
})
