import { type Address, zeroAddress } from 'viem'
import {
  erc20TransferFromMethod,
  erc20TransferMethod,
} from '../calldata/erc20.js'
import {
  erc721SafeTransferFromMethod,
  erc721SafeTransferFromWithDataMethod,
} from '../calldata/erc721.js'
import {
  erc1155SafeBatchTransferFromMethod,
  erc1155SafeTransferFromMethod,
} from '../calldata/erc1155.js'
import { readArguments } from './readArguments.js'
import type { RiskCall } from './riskRule.js'

/** What a call moves, as far as its own bytes say. */
export type Transfer = {
  readonly from: Address
  readonly recipient: Address
  /** The zero address for the chain's own currency. */
  readonly asset: Address
  /** undefined for what has no fungible amount. */
  readonly amount: bigint | undefined
}

/** A delegatecall moves nothing itself: neither value nor a token's entries. */
export function readTransfers(call: RiskCall): readonly Transfer[] {
  if (call.node.operation === 1) return []
  const token = readTokenTransfer(call)
  const value = call.node.value
  if (value === 0n) return token ? [token] : []
  const { from, to } = call
  const native = { from, recipient: to, asset: zeroAddress, amount: value }
  return token ? [native, token] : [native]
}

/** Moves something and does nothing else. */
export function isPlainTransfer(call: RiskCall): boolean {
  if (call.node.operation === 1) return false
  return call.node.data === '0x' || readTokenTransfer(call) !== undefined
}

function readTokenTransfer(call: RiskCall): Transfer | undefined {
  const { from, to: asset } = call
  const sent = readArguments(call, erc20TransferMethod)
  if (sent) return { from, recipient: sent.to, asset, amount: sent.value }
  const pulled = readArguments(call, erc20TransferFromMethod)
  if (pulled) {
    const { from: holder, to: recipient, value: amount } = pulled
    return { from: holder, recipient, asset, amount }
  }
  for (const method of safeTransferMethods) {
    const moved = readArguments(call, method)
    if (moved === undefined) continue
    const { from: holder, to: recipient } = moved
    return { from: holder, recipient, asset, amount: undefined }
  }
  return undefined
}

const safeTransferMethods = [
  erc721SafeTransferFromMethod,
  erc721SafeTransferFromWithDataMethod,
  erc1155SafeTransferFromMethod,
  erc1155SafeBatchTransferFromMethod,
]
