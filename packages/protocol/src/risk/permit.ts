import { permitMethods } from './permitMethods.js'
import { readParameters } from './readArguments.js'
import type { RiskRule } from './riskRule.js'

/** Allowances that a signature grants: EIP-2612, DAI and Permit2. */
export const permit: RiskRule<'permit'> = {
  id: 'permit',
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
}
