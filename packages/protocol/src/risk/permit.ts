import { party } from '../tell/parts.js'
import { permitMethods } from './permitMethods.js'
import { readParameters } from './readArguments.js'
import { defineRule } from './riskRule.js'

/** Allowances that a signature grants: EIP-2612, DAI and Permit2. */
export const permit = /*#__PURE__*/ defineRule({
  id: 'permit',
  severities: ['danger'],
  words: {
    title: 'Permit',
    when: 'The transaction submits a permit, a signed approval to take tokens (EIP-2612, DAI or Permit2).',
    why: 'A permit is an approval by signature and is rarely expected inside a transaction.',
    remedy: 'Compare the spender and the amount with what you want to allow.',
    many: { one: 'permit', other: 'permits' },
  },
  find(call) {
    const known = call.selector && permitMethods[call.selector]
    if (!known) return undefined
    const parameters = readParameters(call, known.method)
    const values = parameters?.map(({ value }) => value)
    const effect = values
      ? known.describe(values, call.to)
      : 'grants an allowance that cannot be read'
    return {
      severity: 'danger',
      sentence: `This call of ${known.method.name} ${effect}.`,
      advice: 'Compare the spender and the amount with what you want to allow.',
      consequence: [
        'The permit submitted to ',
        party(call.to),
        ' will let its spender take tokens',
      ],
      subjects: [call.to],
    }
  },
})
