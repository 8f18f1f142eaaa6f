import { permitMethods } from './permitMethods.js'
import { readParameters } from './readArguments.js'
import { defineRule } from './riskRule.js'

/** Allowances that a signature grants: EIP-2612, DAI and Permit2. */
export const permit = /*#__PURE__*/ defineRule({
  id: 'permit',
  severities: ['danger'],
  words: {
    title: 'An allowance by signature',
    when: 'The transaction hands in a permit of EIP-2612, DAI or Permit2.',
    why: 'A permit is an approval that needed no transaction of its own; it is seldom expected inside of one.',
    remedy: 'Compare who may take how much with what you mean to allow.',
  },
  find(call) {
    const known = call.selector && permitMethods[call.selector]
    if (!known) return undefined
    const parameters = readParameters(call, known.method)
    const values = parameters?.map(({ value }) => value)
    const effect = values
      ? known.describe(values, call.to)
      : 'grants an allowance whose arguments cannot be read'
    return {
      severity: 'danger',
      sentence: `This call of ${known.method.name} ${effect}. Compare who may take how much with what you mean to allow.`,
    }
  },
})
