import { type Address, zeroAddress } from 'viem'
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

type Executed = Omit<Call, 'operation'> & { operation: number }
export type PlacedCall = {
  call: Executed
  /** Which call of a batch it is: `2`, or `2.0`. Null where there is no batch. */
  path: string | null
}

/** The calls of an execution, those of batches in batches one by one. */
export function listExecutedCalls(
  safe: Address,
  call: Executed,
  path: string | null = null,
): PlacedCall[] {
  if (call.operation === 0) return [{ call, path }]
  if (!findDeploymentByAddress(multiSends, call.to)) return []
  return readBatch(call).flatMap((leg, index) =>
    listExecutedCalls(
      safe,
      // MultiSend 1.5.0 reads the zero address as the safe itself.
      leg.to === zeroAddress ? { ...leg, to: safe } : leg,
      path === null ? String(index) : `${path}.${index}`,
    ),
  )
}

/** Calldata is anybody's text: what cannot be read is not there. */
function readBatch({ data }: Executed): Call[] {
  try {
    return decodeMultiSend(data)
  } catch {
    return []
  }
}

function movesNothing(address: Address): boolean {
  return [migrations, signMessageLibraries].some((deployments) =>
    findDeploymentByAddress(deployments, address),
  )
}
