import { type Address, checksumAddress, zeroAddress } from 'viem'
import {
  setDomainVerifierMethod,
  setFallbackHandlerMethod,
  setSafeMethodMethod,
} from '../calldata/fallbackHandler.js'
import { party } from '../tell/parts.js'
import type { Tense, Words } from '../tell/telling.js'
import { isSameAddress } from './address.js'
import { readArguments } from './readArguments.js'
import { defineRule, type RiskCall } from './riskRule.js'
import { verbs } from './verbs.js'

export const handlerChange = /*#__PURE__*/ defineRule({
  id: 'handler-change',
  severities: ['danger'],
  words: {
    title: 'Change of fallback handler',
    when: 'The fallback handler is replaced. This contract answers the calls that the safe itself does not know, such as signature checks (EIP-1271) and the acceptance of incoming tokens.',
    why: 'A hostile handler can claim that the safe has signed what it never signed.',
    remedy: 'Use the official handler unless you have a reason not to.',
    many: {
      one: 'change of the fallback handler',
      other: 'changes of the fallback handler',
    },
  },
  find(call, { tense }) {
    if (!isSameAddress(call.from, call.to)) return undefined
    const found =
      describeHandler(call, tense) ??
      describeVerifier(call, tense) ??
      describeMethod(call, tense)
    return found && { severity: 'danger', ...found }
  },
})

type Described = {
  sentence: string
  advice: string
  consequence: Words
  subjects: Address[]
}

function describeHandler(call: RiskCall, tense: Tense): Described | undefined {
  const change = readArguments(call, setFallbackHandlerMethod)
  if (change === undefined) return undefined
  const { handler } = change
  return {
    sentence: `${handler} ${verbs.becomes[tense]} the fallback handler of the safe ${call.from}. The fallback handler decides which messages count as signed by the safe, and answers every call that the safe itself does not know.`,
    advice: 'Set only an official handler.',
    consequence: [
      party(handler),
      ' will decide which messages count as signed by the safe',
    ],
    subjects: [handler],
  }
}

/** Removing one leaves the owners' signatures to decide. */
function describeVerifier(call: RiskCall, tense: Tense): Described | undefined {
  const change = readArguments(call, setDomainVerifierMethod)
  if (!change || change.verifier === zeroAddress) return undefined
  const { verifier, domainSeparator } = change
  return {
    sentence: `If the safe ${call.from} has the extensible handler, ${verifier} ${verbs.willDecide[tense]}, without any signature, which messages count as signed by the safe for one app, such as an exchange or a token (domain ${domainSeparator}).`,
    advice: 'Set only a verifier whose code you trust.',
    consequence: [
      party(verifier),
      ' will decide which messages count as signed by the safe for one app or token',
    ],
    subjects: [verifier],
  }
}

function describeMethod(call: RiskCall, tense: Tense): Described | undefined {
  const change = readArguments(call, setSafeMethodMethod)
  const handler: Address | undefined =
    change && checksumAddress(`0x${change.handling.slice(26)}`)
  if (!change || !handler || handler === zeroAddress) return undefined
  return {
    sentence: `If the safe ${call.from} has the extensible handler, ${handler} ${verbs.willAnswer[tense]} calls to the safe’s method ${change.method}.`,
    advice: 'Set only a contract whose code you trust.',
    consequence: [
      party(handler),
      ` will answer calls to ${change.method} on behalf of the safe`,
    ],
    subjects: [handler],
  }
}
