import type { Address } from 'viem'
import { findDeploymentByAddress } from './deployments/deployment.js'
import {
  migrations,
  multiSends,
  signMessageLibraries,
} from './deployments/table.js'
import { type Call, decodeMultiSend } from './multiSend.js'

/**
 * Whether the bytes of an execution tell all native currency that it sent.
 * Other code that runs in the safe's name can send some without a log: only a
 * trace would tell.
 */
export function tellsPayments(
  call: Pick<Call, 'to' | 'data'> & { operation: number },
): boolean {
  if (call.operation === 0 || movesNothing(call.to)) return true
  if (!findDeploymentByAddress(multiSends, call.to)) return false
  try {
    return decodeMultiSend(call.data).every(tellsPayments)
  } catch {
    // Whatever the contract made of it, we cannot.
    return false
  }
}

function movesNothing(address: Address): boolean {
  return [migrations, signMessageLibraries].some((deployments) =>
    findDeploymentByAddress(deployments, address),
  )
}
