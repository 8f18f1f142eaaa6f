import {
  approveHashMethod,
  BaseError,
  type Call,
  encodeMethod,
} from '@covault/protocol'
import { readTransactionId } from '../../lib/transactionId.js'
import { approvalAbi } from '../../trust/abis.js'
import { callContract } from '../../trust/callContract.js'
import { readSafes } from '../../trust/readSafes.js'
import type { Snapshot } from '../flow.js'

/** The contract would refuse what is refused here, after a fee was paid. */
export async function buildApproval(
  { id }: { id: string },
  { address: approver, client, block: blockNumber }: Snapshot,
): Promise<readonly Call[]> {
  const named = readTransactionId(id)
  if (!named) throw new NoSuchApprovalError({ id })
  const { safe, safeTxHash: hash } = named
  const [child] = await readSafes(client, { addresses: [safe], blockNumber })
  if (!child) throw new NotASafeError({ safe })
  if (!child.owners.includes(approver))
    throw new NotAnOwnerError({ safe, approver })
  const approved = await callContract(client, {
    address: safe,
    abi: approvalAbi,
    functionName: 'approvedHashes',
    args: [approver, hash],
    blockNumber,
  })
  if (approved !== 0n) throw new ApprovedAlreadyError({ safe, approver })
  const data = encodeMethod(approveHashMethod, { hashToApprove: hash })
  return [{ to: safe, value: 0n, data, operation: 0 }]
}

class NoSuchApprovalError extends BaseError {
  override name = 'NoSuchApprovalError'

  constructor({ id }: { id: string }) {
    super(
      `The link does not name a transaction of a safe: “${id.slice(0, 120)}”. Open the transaction in its own safe and choose to sign as this one.`,
    )
  }
}

class NotASafeError extends BaseError {
  override name = 'NotASafeError'

  constructor({ safe }: { safe: string }) {
    super(
      `${safe} does not answer like a safe, so nothing can be signed there.`,
    )
  }
}

class NotAnOwnerError extends BaseError {
  override name = 'NotAnOwnerError'

  constructor({ safe, approver }: { safe: string; approver: string }) {
    super(
      `${approver} is no owner of ${safe}: its approval would be refused there.`,
    )
  }
}

class ApprovedAlreadyError extends BaseError {
  override name = 'ApprovedAlreadyError'

  constructor({ safe, approver }: { safe: string; approver: string }) {
    super(
      `${approver} has approved this transaction of ${safe} already. There is nothing left to sign here.`,
    )
  }
}
