import {
  type DecodedParameter,
  decodeParameters,
} from '../abi/decodeParameters.js'
import type { Method, MethodArguments } from '../abi/method.js'
import { BaseError } from '../errors.js'
import type { RiskCall } from './riskRule.js'

/**
 * The arguments as the contract would see them if this is its method: bytes
 * that are missing at the end are zeros, surplus ones are ignored. The tree's
 * own readings do not decide, because a method that somebody vouches for
 * would take the place of the one to look for.
 */
export function readArguments<const method extends Method>(
  call: RiskCall,
  method: method,
): MethodArguments<method> | undefined {
  if (call.selector !== method.selector) return undefined
  const parameters = readParameters(call, method)
  if (parameters === undefined) return undefined
  const entries = parameters.map(({ name, value }) => [name, value])
  return Object.fromEntries(entries) as MethodArguments<method>
}

/** The caller has compared the selectors. */
export function readParameters(
  { node }: RiskCall,
  { inputs }: Method,
): readonly DecodedParameter[] | undefined {
  const headSize = 4 + inputs.length * 32
  const digits = node.data.slice(2).padEnd(headSize * 2, '0')
  try {
    return decodeParameters(inputs, digits, 4).parameters
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return undefined
  }
}
