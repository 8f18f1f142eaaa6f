import type { TransactionDetails } from '@covault/api'
import { decodeLog } from '@covault/protocol'
import {
  type Address,
  erc20Abi,
  type Hex,
  isAddressEqual,
  parseEventLogs,
  type TransactionReceipt,
} from 'viem'

/** Undefined: the safe did not run it. */
export function findOutcome(
  { status, logs }: TransactionReceipt,
  { safe, safeTxHash }: { safe: Address; safeTxHash: Hex },
): boolean | undefined {
  if (status === 'reverted') return undefined
  for (const log of logs) {
    if (!isAddressEqual(log.address, safe)) continue
    const event = decodeLog(log)
    if (!event || !('safeTxHash' in event)) continue
    if (event.safeTxHash !== safeTxHash) continue
    if (event.type === 'executionSuccess') return true
    if (event.type === 'executionFailure') return false
  }
  return undefined
}

/**
 * Whether the receipt of the transaction that the gateway names holds what the
 * gateway reports. Undefined: its logs cannot tell.
 */
export function confirmReported(
  {
    txInfo,
    txStatus,
    detailedExecutionInfo: execution,
  }: Pick<TransactionDetails, 'txInfo' | 'txStatus' | 'detailedExecutionInfo'>,
  { safe, receipt }: { safe: Address; receipt: TransactionReceipt | null },
): boolean | undefined {
  if (!receipt) return false
  if (execution?.type === 'MULTISIG') {
    const { safeTxHash } = execution
    const isSuccess = findOutcome(receipt, { safe, safeTxHash })
    if (isSuccess !== undefined) return isSuccess === (txStatus === 'SUCCESS')
    // Versions before 1.1 leave no event where all went well.
    const isCalled = receipt.to && isAddressEqual(receipt.to, safe)
    return isCalled && receipt.status === 'success' ? undefined : false
  }
  if (txInfo.type !== 'Transfer' || txInfo.transferInfo.type !== 'ERC20')
    return undefined
  const { tokenAddress, value } = txInfo.transferInfo
  return parseEventLogs({
    abi: erc20Abi,
    eventName: 'Transfer',
    logs: receipt.logs,
  }).some(
    ({ address, args }) =>
      isAddressEqual(address, tokenAddress) &&
      isAddressEqual(args.from, txInfo.sender.value) &&
      isAddressEqual(args.to, txInfo.recipient.value) &&
      args.value === value,
  )
}
