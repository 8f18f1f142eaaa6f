import { call, getTransaction, getTransactionQueue } from '@covault/api'
import {
  approveHashMethod,
  BaseError,
  type Call,
  encodeMethod,
} from '@covault/protocol'
import type { Address, Hex } from 'viem'
import type { AppIdentity } from '../../apps/requestDesk.js'
import { readTransactionId } from '../../lib/transactionId.js'
import { gateway } from '../../queries/gateway.js'
import { callContract } from '../../trust/callContract.js'
import { readSafes } from '../../trust/readSafes.js'
import { approvalAbi } from '../../trust/signingAbis.js'
import type { Snapshot } from '../machine/flow.js'

/** The contract would refuse what is refused here, after a fee was paid. */
export async function buildApproval(
  { id }: { id: string },
  { chain, address: approver, client, block: blockNumber }: Snapshot,
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
  const waiting = await findWaiting({
    chainId: chain.chainId,
    approver,
    safe,
    data,
  })
  if (waiting !== undefined)
    throw new ApprovalWaitsError({ approver, nonce: waiting })
  return [{ to: safe, value: 0n, data, operation: 0 }]
}

/** Which app asked for what is approved, as the gateway says. */
export async function findApp(
  { id }: { id: string },
  { chain: { chainId } }: Pick<Snapshot, 'chain'>,
): Promise<AppIdentity | undefined> {
  const transactionId = readTransactionId(id)?.safeTxHash
  if (!transactionId) return undefined
  try {
    const { safeAppInfo } = await call(gateway, getTransaction, {
      params: { chainId, transactionId },
    })
    if (!safeAppInfo) return undefined
    const { name, url } = safeAppInfo
    return { name, url, origin: new URL(url).origin }
  } catch {
    // It is only a label.
    return undefined
  }
}

/** Where the same approval waits already, as the gateway says. */
async function findWaiting({
  chainId,
  approver,
  safe,
  data,
}: {
  chainId: number
  approver: Address
  safe: Address
  data: Hex
}): Promise<bigint | undefined> {
  try {
    const { results } = await call(gateway, getTransactionQueue, {
      params: { chainId, safe_address: approver },
      query: { cursor: { limit: 50, offset: 0, after: null } },
    })
    const alike = results
      .flatMap((item) => (item.type === 'TRANSACTION' ? item.transaction : []))
      .filter(
        ({ txInfo }) => txInfo.type === 'Custom' && txInfo.to.value === safe,
      )
    const ids = [...new Set(alike.map(({ id }) => id))].slice(0, mostAlike)
    const details = await Promise.all(
      ids.map((id) =>
        call(gateway, getTransaction, {
          params: { chainId, transactionId: id },
        }),
      ),
    )
    const same = details.find(({ txData }) => txData?.hexData === data)
    const execution = same?.detailedExecutionInfo
    return execution?.type === 'MULTISIG' ? execution.nonce : undefined
  } catch {
    // Without the gateway nobody knows; a second approval does no harm.
    return undefined
  }
}

const mostAlike = 10

class ApprovalWaitsError extends BaseError {
  constructor({ approver, nonce }: { approver: string; nonce: bigint }) {
    super(
      `This approval is already in the queue of ${approver}, at nonce ${nonce}. Close this page and sign it there.`,
    )
  }
}

class NoSuchApprovalError extends BaseError {
  constructor({ id }: { id: string }) {
    super(
      `The link doesn’t name a transaction of a safe: “${id.slice(0, 120)}”. Open the transaction in its own safe and choose to sign as this safe.`,
    )
  }
}

class NotASafeError extends BaseError {
  constructor({ safe }: { safe: string }) {
    super(`${safe} isn’t a safe, so nothing can be signed there.`)
  }
}

class NotAnOwnerError extends BaseError {
  constructor({ safe, approver }: { safe: string; approver: string }) {
    super(
      `${approver} isn’t an owner of ${safe}, so its approval would be refused.`,
    )
  }
}

class ApprovedAlreadyError extends BaseError {
  constructor({ safe, approver }: { safe: string; approver: string }) {
    super(
      `${approver} has already approved this transaction of ${safe}. There is nothing left to sign.`,
    )
  }
}
