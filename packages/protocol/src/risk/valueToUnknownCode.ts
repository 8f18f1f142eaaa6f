import { knownMethods } from '../calldata/knownMethods.js'
import { isSameAddress } from './address.js'
import { defineRule, type Review, type RiskCall } from './riskRule.js'
import { targetKinds } from './selectorContradictsTarget.js'

/**
 * A name for the method, from an ABI that somebody pasted or a list of
 * selectors, says nothing about what the code does with the value.
 */
export const valueToUnknownCode = /*#__PURE__*/ defineRule({
  id: 'value-to-unknown-code',
  severities: ['warning'],
  words: {
    title: 'Value sent to unknown code',
    when: 'A call sends native currency to a contract that this app does not know. A contract does not become known because you pasted its functions (ABI).',
    why: 'The contract can keep what it receives, whatever name the method has.',
    remedy: 'Make sure that you know the contract, and check the simulation.',
    many: {
      one: 'call that sends value to unknown code',
      other: 'calls that send value to unknown code',
    },
  },
  find(call, { facts }: Review) {
    const { node, from, to } = call
    if (node.operation === 1 || node.value === 0n || node.data === '0x')
      return undefined
    // Nothing runs there, which is a finding of its own.
    if (facts.getCodeHash(to) === null || isSameAddress(from, to))
      return undefined
    if (facts.isKnown(to) || isKnownMethod(call, facts)) return undefined
    const sent = facts.writeAmount({ amount: node.value, asset: zero })
    return {
      severity: 'warning',
      sentence: `This call sends ${sent} to the contract ${to}, whose code is unknown. It can keep what it receives.`,
      advice: 'Make sure that you know the contract, and check the simulation.',
      subjects: [to],
    }
  },
})

const zero = '0x0000000000000000000000000000000000000000'

/** Of what the chain says that the target is. */
function isKnownMethod(
  { selector, to }: RiskCall,
  facts: Review['facts'],
): boolean {
  const kind = facts.getKind(to)
  if (!selector || kind === undefined || kind === 'contract') return false
  return (knownMethods[selector] ?? []).some(({ contracts }) =>
    contracts.some((one) => targetKinds[one] === kind),
  )
}
