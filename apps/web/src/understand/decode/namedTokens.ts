import {
  type CallNode,
  deleteAllowanceMethod,
  executeAllowanceTransferMethod,
  findArguments,
  resetAllowanceMethod,
  setAllowanceMethod,
} from '@covault/protocol'
import { type Address, zeroAddress } from 'viem'

/**
 * Tokens that calls of the allowance module name without calling them. Their
 * amounts can only be told once the chain has said what these are.
 */
export function listNamedTokens(calls: readonly CallNode[]): Address[] {
  return calls.flatMap((call) => {
    const named =
      findArguments(call, setAllowanceMethod) ??
      findArguments(call, resetAllowanceMethod) ??
      findArguments(call, deleteAllowanceMethod) ??
      findArguments(call, executeAllowanceTransferMethod)
    return named && named.token !== zeroAddress ? named.token : []
  })
}
