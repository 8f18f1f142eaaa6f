import { type Address, checksumAddress, zeroAddress } from 'viem'
import {
  setDomainVerifierMethod,
  setFallbackHandlerMethod,
  setSafeMethodMethod,
} from '../calldata/fallbackHandler.js'
import { isSameAddress } from './address.js'
import { readArguments } from './readArguments.js'
import { defineRule, type RiskCall } from './riskRule.js'

export const handlerChange = /*#__PURE__*/ defineRule({
  id: 'handler-change',
  severities: ['danger'],
  words: {
    title: 'The fallback handler changes',
    when: 'Another contract answers for the safe what its own code does not know: signatures (EIP-1271), receipts of tokens, and whatever the handler adds.',
    why: 'A hostile handler can say that the safe has signed what it never signed.',
    remedy: 'Use the published handler, unless you know why not.',
  },
  find(call) {
    if (!isSameAddress(call.from, call.to)) return undefined
    const sentence =
      describeHandler(call) ?? describeVerifier(call) ?? describeMethod(call)
    return sentence === undefined ? undefined : { severity: 'danger', sentence }
  },
})

function describeHandler(call: RiskCall): string | undefined {
  const change = readArguments(call, setFallbackHandlerMethod)
  if (change === undefined) return undefined
  return `${change.handler} becomes the fallback handler of the safe ${call.from}: it decides which messages count as signed by the safe, and answers every call that the safe itself does not know. Set only a published handler.`
}

/** Taking one away leaves the owners' signatures to decide. */
function describeVerifier(call: RiskCall): string | undefined {
  const change = readArguments(call, setDomainVerifierMethod)
  if (!change || change.verifier === zeroAddress) return undefined
  return `If the safe ${call.from} has the extensible handler, ${change.verifier} decides from now on what counts as signed by the safe in the domain ${change.domainSeparator}, an exchange or a token for instance, without any owner's signature. Set only a verifier whose code you trust.`
}

function describeMethod(call: RiskCall): string | undefined {
  const change = readArguments(call, setSafeMethodMethod)
  const handler: Address | undefined =
    change && checksumAddress(`0x${change.handling.slice(26)}`)
  if (!change || !handler || handler === zeroAddress) return undefined
  return `If the safe ${call.from} has the extensible handler, ${handler} answers the calls ${change.method} of the safe from now on. Set only a contract whose code you trust.`
}
