import { type Address, zeroAddress } from 'viem'
import { nameChain } from './chains/nameChain.js'
import type { MultiSend } from './deployments/deployment.js'
import { findDeployment } from './deployments/findDeployment.js'
import { multiSends } from './deployments/table.js'
import { BaseError } from './errors.js'
import { type Call, encodeMultiSend } from './multiSend.js'
import type { SafeDomain, SafeTransaction } from './safeTransaction.js'
import { isVersionAtLeast, type SafeVersion } from './safeVersion.js'

/**
 * What owners sign so that the safe makes these calls: one call as it is,
 * several as a batch through MultiSendCallOnly. Without refund and without
 * safeTxGas: a failing call makes the execution revert.
 */
export function buildSafeTransaction({
  domain,
  calls,
  nonce,
}: {
  domain: Pick<SafeDomain, 'chainId' | 'version'>
  calls: readonly Call[]
  nonce: bigint
}): SafeTransaction {
  const [first, second] = calls
  if (!first) throw new EmptyBatchError()
  if (!second) return complete(first, nonce)
  if (calls.some(({ operation }) => operation !== 0))
    throw new DelegatecallInBatchError()
  const batch = {
    to: findBatchContract(domain).address,
    value: 0n,
    data: encodeMultiSend(calls),
    operation: 1,
  } as const
  return complete(batch, nonce)
}

/** An empty call of the safe to itself: it uses up the nonce, nothing else. */
export function buildRejection({
  safe,
  nonce,
}: {
  safe: Address
  nonce: bigint
}): SafeTransaction {
  return complete({ to: safe, value: 0n, data: '0x', operation: 0 }, nonce)
}

function complete(call: Call, nonce: bigint): SafeTransaction {
  return {
    to: call.to,
    value: call.value,
    data: call.data,
    operation: call.operation,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: zeroAddress,
    refundReceiver: zeroAddress,
    nonce,
  }
}

/** What several calls go through; on a chain that is not listed it may be missing. */
export function findBatchContract({
  chainId,
  version,
}: Pick<SafeDomain, 'chainId' | 'version'>): MultiSend {
  const callOnly = multiSends.filter((multiSend) => multiSend.callOnly)
  // The first came with 1.3.0 and serves older safes as well.
  const served = isVersionAtLeast(version, '1.3.0') ? version : '1.3.0'
  const found = findDeployment(callOnly, { version: served, chainId })
  if (!found) throw new NoMultiSendError({ chainId, version })
  return found
}

export class EmptyBatchError extends BaseError {
  override name = 'EmptyBatchError'

  constructor() {
    super('A transaction needs at least one call.')
  }
}

export class DelegatecallInBatchError extends BaseError {
  override name = 'DelegatecallInBatchError'

  constructor() {
    super('A batch cannot contain a delegatecall. Remove the delegatecall.')
  }
}

export class NoMultiSendError extends BaseError {
  override name = 'NoMultiSendError'

  constructor({ chainId, version }: { chainId: number; version: SafeVersion }) {
    super(
      `Batches for safes of version ${version} are not supported on ${nameChain(chainId)}.`,
    )
  }
}
