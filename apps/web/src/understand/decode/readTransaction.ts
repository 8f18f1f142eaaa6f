import type { DetailedExecutionInfo, TransactionDetails } from '@covault/api'
import { type Call, parseSafeVersion, type SafeDomain } from '@covault/protocol'
import { type Address, type Hex, keccak256 } from 'viem'
import { readHashes } from '../../trust/hashSignable.js'
import type { Signable } from '../../trust/signable.js'
import type { SignableHashes } from '../../trust/signables/definition.js'

export type MultisigExecution = Extract<
  DetailedExecutionInfo,
  { type: 'MULTISIG' }
>

/** The bytes of a transaction and what is computed from them, here. */
export type ReadTransaction = {
  /** What is executed, no matter who asks the safe to. */
  call: Call | undefined
  /** Only of what owners sign. */
  signed: SignedTransaction | undefined
  /** Tells these bytes from any others. */
  digest: Hex | undefined
}

export type SignedTransaction = Signable<'transaction'> & {
  execution: MultisigExecution
  hashes: SignableHashes
  /** The hash that the gateway names is the one of its bytes. */
  isAsClaimed: boolean
}

/** From the gateway's answer only the raw fields are taken. */
export function readTransaction(
  details: Pick<TransactionDetails, 'txData' | 'detailedExecutionInfo'>,
  safe: { chainId: number; address: Address; version: string },
): ReadTransaction {
  const call = readCall(details)
  const execution = details.detailedExecutionInfo
  const version = parseSafeVersion(safe.version)?.version
  const signed =
    call && version && execution?.type === 'MULTISIG'
      ? readSigned(call, execution, {
          chainId: safe.chainId,
          safe: safe.address,
          version,
        })
      : undefined
  const digest =
    signed?.hashes.signed ??
    (call &&
      keccak256(`${call.data}${call.value.toString(16).padStart(64, '0')}`))
  return { call, signed, digest }
}

function readCall({
  txData,
}: Pick<TransactionDetails, 'txData'>): Call | undefined {
  if (!txData || txData.operation === 'UNKNOWN') return undefined
  return {
    to: txData.to.value,
    value: txData.value ?? 0n,
    data: txData.hexData ?? '0x',
    operation: txData.operation,
  }
}

function readSigned(
  call: Call,
  execution: MultisigExecution,
  domain: SafeDomain,
): SignedTransaction {
  const transaction = {
    ...call,
    safeTxGas: execution.safeTxGas,
    baseGas: execution.baseGas,
    gasPrice: execution.gasPrice,
    gasToken: execution.gasToken,
    refundReceiver: execution.refundReceiver.value,
    nonce: execution.nonce,
  }
  const signable = { kind: 'transaction', domain, transaction } as const
  const hashes = readHashes(signable)
  return {
    ...signable,
    execution,
    hashes,
    isAsClaimed: hashes.signed === execution.safeTxHash,
  }
}
