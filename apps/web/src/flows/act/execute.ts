import {
  BaseError,
  buildSignatures,
  encodeExecTransaction,
  type SafeSignature,
  type SafeTransaction,
} from '@covault/protocol'
import type { Address, Hex } from 'viem'
import { readNativeBalance } from '../../trust/accountState.js'
import type { ChainClient, ChainConfig } from '../../trust/chainClient.js'
import type { CheckedConfirmation } from '../../trust/confirmations.js'
import { type Fees, readFees } from '../../trust/fees.js'
import { estimateGas, tryCall } from '../../trust/tryCall.js'
import { toSafeSignature } from '../../understand/assess/toSafeSignature.js'
import { describeRevert } from '../../words/reverts.js'

/** The exact call that executes, as it is shown and handed to the wallet. */
export type Execution = { to: Address; data: Hex }

/**
 * As many verified signatures as the threshold asks for. An owner who sends
 * the execution needs no signature: sending it is one (v = 1).
 */
export function prepareExecution({
  safe,
  transaction,
  threshold,
  owners,
  confirmations,
  sender,
}: {
  safe: Address
  transaction: SafeTransaction
  threshold: number
  owners: readonly Address[]
  confirmations: readonly CheckedConfirmation[]
  /** Undefined where a contract calls the safe for anyone who sends it. */
  sender: Address | undefined
}): Execution | undefined {
  const signed = confirmations
    .filter(({ status }) => status === 'verified')
    .map(toSafeSignature)
  const isMissing =
    sender !== undefined &&
    owners.includes(sender) &&
    !signed.some(({ signer }) => signer === sender)
  const own: SafeSignature[] = isMissing
    ? [{ kind: 'approvedHash', signer: sender }]
    : []
  const needed = signed.slice(0, threshold)
  const all = needed.length < threshold ? [...needed, ...own] : needed
  if (all.length < threshold) return undefined
  return {
    to: safe,
    data: encodeExecTransaction(transaction, buildSignatures(all)),
  }
}

/** Owners whose signature was verified. */
export function listSigners({
  confirmations,
}: {
  confirmations: readonly CheckedConfirmation[]
}): Address[] {
  return confirmations.flatMap(({ signer, status }) =>
    status === 'verified' ? signer : [],
  )
}

/** How many seals are there for certain, the sender's own included. */
export function countSeals({
  owners,
  confirmations,
  sender,
}: {
  owners: readonly Address[]
  confirmations: readonly CheckedConfirmation[]
  sender: Address | undefined
}): number {
  const signers = new Set(
    confirmations
      .filter(({ status }) => status === 'verified')
      .map(({ signer }) => signer),
  )
  if (sender && owners.includes(sender)) signers.add(sender)
  return signers.size
}

/** What sending it costs, from the real call at the newest block. */
export type ExecutionCost = {
  /** What is proposed as the limit. */
  gas: bigint
  /** What it took when it was tried out. */
  needed: bigint
  fees: Fees
  /** What the sender has. */
  balance: bigint
}

/** Fails with ExecutionWouldFailError, its reason in words. */
export async function estimateExecution(
  client: ChainClient,
  {
    chain,
    execution: { to, data },
    sender,
  }: { chain: ChainConfig; execution: Execution; sender: Address },
): Promise<ExecutionCost> {
  const ask = { from: sender, to, data }
  const [needed, fees, balance] = await Promise.all([
    estimate(client, ask),
    readFees(client, chain),
    readNativeBalance(client, { address: sender }),
  ])
  // Room for a state that has moved on by the time it is mined.
  const gas = (needed * 12n) / 10n
  return { gas, needed, fees, balance }
}

type Ask = { from: Address; to: Address; data: Hex }

async function estimate(client: ChainClient, ask: Ask): Promise<bigint> {
  try {
    return await estimateGas(client, ask)
  } catch (error) {
    throw new ExecutionWouldFailError({
      reason: describeRevert(error),
      cause: error,
    })
  }
}

/** What must be paid more for a pending one to be replaced: an eighth. */
export function raiseFees(fees: Fees): Fees {
  const raise = (fee: bigint) => (fee * 9n) / 8n + 1n
  if (fees.kind === 'legacy')
    return { kind: 'legacy', gasPrice: raise(fees.gasPrice) }
  return {
    kind: 'eip1559',
    maxFeePerGas: raise(fees.maxFeePerGas),
    maxPriorityFeePerGas: raise(fees.maxPriorityFeePerGas),
  }
}

/** Undefined: the node does not know the block any more. */
export async function readRevert(
  client: ChainClient,
  ask: Ask & { block: bigint; gas?: bigint },
): Promise<string | undefined> {
  try {
    await tryCall(client, ask)
    return undefined
  } catch (error) {
    return describeRevert(error)
  }
}

export class ExecutionWouldFailError extends BaseError {
  constructor({ reason, cause }: { reason: string; cause: unknown }) {
    super(`This execution would fail: ${reason}`, { cause })
  }
}
