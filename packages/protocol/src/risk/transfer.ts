import { type Address, zeroAddress } from 'viem'
import { executeAllowanceTransferMethod } from '../calldata/allowance.js'
import {
  performCreate2Method,
  performCreateMethod,
} from '../calldata/createCall.js'
import {
  receiveWithAuthorizationBytesMethod,
  receiveWithAuthorizationMethod,
  transferWithAuthorizationBytesMethod,
  transferWithAuthorizationMethod,
} from '../calldata/eip3009.js'
import {
  erc20TransferFromMethod,
  erc20TransferMethod,
} from '../calldata/erc20.js'
import {
  erc721SafeTransferFromMethod,
  erc721SafeTransferFromWithDataMethod,
} from '../calldata/erc721.js'
import { erc777SendMethod } from '../calldata/erc777.js'
import {
  erc1155SafeBatchTransferFromMethod,
  erc1155SafeTransferFromMethod,
} from '../calldata/erc1155.js'
import {
  transferAndCallMethod,
  transferAndCallWithDataMethod,
} from '../calldata/erc1363.js'
import {
  erc6909TransferFromMethod,
  erc6909TransferMethod,
} from '../calldata/erc6909.js'
import {
  poolWithdrawMethod,
  vaultRedeemMethod,
  vaultWithdrawMethod,
  withdrawToMethod,
} from '../calldata/withdrawals.js'
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
  const token = readTokenTransfer(call) ?? readWithdrawal(call)
  const value = call.node.value
  if (value === 0n) return token ? [token] : []
  const { from, to } = call
  const native = { from, recipient: to, asset: zeroAddress, amount: value }
  return token ? [native, token] : [native]
}

/**
 * What a new contract gets at its creation. CreateCall pays it out of the
 * account that delegates to it, and the code of the contract may keep it.
 */
export function readEndowment(call: RiskCall): Omit<Transfer, 'recipient'> {
  const isDelegated = call.node.operation === 1
  const created =
    readArguments(call, performCreateMethod) ??
    readArguments(call, performCreate2Method)
  const amount = isDelegated ? created?.value : undefined
  return { from: call.from, asset: zeroAddress, amount }
}

/** Moves something and does nothing else. */
export function isPlainTransfer(call: RiskCall): boolean {
  if (call.node.operation === 1 || callsRecipient(call)) return false
  return call.node.data === '0x' || readTokenTransfer(call) !== undefined
}

/** EIP-1363 lets the recipient act upon it. */
function callsRecipient({ selector }: RiskCall): boolean {
  return (
    selector === transferAndCallMethod.selector ||
    selector === transferAndCallWithDataMethod.selector
  )
}

function readTokenTransfer(call: RiskCall): Transfer | undefined {
  return readSent(call) ?? readPulled(call) ?? readItems(call)
}

/** Of the caller's own tokens. */
function readSent(call: RiskCall): Transfer | undefined {
  const { from, to: asset } = call
  for (const method of sendingMethods) {
    const sent = readArguments(call, method)
    if (sent) return { from, recipient: sent.to, asset, amount: sent.value }
  }
  const sent = readArguments(call, erc777SendMethod)
  if (sent) return { from, recipient: sent.to, asset, amount: sent.amount }
  const counted = readArguments(call, erc6909TransferMethod)
  if (counted === undefined) return undefined
  return { from, recipient: counted.receiver, asset, amount: undefined }
}

/** Of a holder that is named. */
function readPulled(call: RiskCall): Transfer | undefined {
  const asset = call.to
  for (const method of pullingMethods) {
    const pulled = readArguments(call, method)
    if (pulled === undefined) continue
    const { from, to: recipient, value: amount } = pulled
    return { from, recipient, asset, amount }
  }
  const spent = readArguments(call, executeAllowanceTransferMethod)
  if (spent === undefined) return undefined
  const { safe: from, to: recipient, token, amount } = spent
  return { from, recipient, asset: token, amount }
}

function readItems(call: RiskCall): Transfer | undefined {
  const asset = call.to
  for (const method of safeTransferMethods) {
    const moved = readArguments(call, method)
    if (moved === undefined) continue
    const { from, to: recipient } = moved
    return { from, recipient, asset, amount: undefined }
  }
  const moved = readArguments(call, erc6909TransferFromMethod)
  if (moved === undefined) return undefined
  const { sender: from, receiver: recipient } = moved
  return { from, recipient, asset, amount: undefined }
}

/**
 * What a vault or a pool pays out to whom the call names. How much that is, and
 * of what, only the contract knows; it is no plain transfer either.
 */
function readWithdrawal(call: RiskCall): Transfer | undefined {
  for (const method of withdrawalMethods) {
    const paid = readArguments(call, method)
    if (paid === undefined) continue
    const { from, to: asset } = call
    return { from, recipient: paid.to, asset, amount: undefined }
  }
  return undefined
}

const withdrawalMethods = [
  vaultWithdrawMethod,
  vaultRedeemMethod,
  poolWithdrawMethod,
  withdrawToMethod,
]

const sendingMethods = [
  erc20TransferMethod,
  transferAndCallMethod,
  transferAndCallWithDataMethod,
]

const pullingMethods = [
  erc20TransferFromMethod,
  transferWithAuthorizationMethod,
  transferWithAuthorizationBytesMethod,
  receiveWithAuthorizationMethod,
  receiveWithAuthorizationBytesMethod,
]

const safeTransferMethods = [
  erc721SafeTransferFromMethod,
  erc721SafeTransferFromWithDataMethod,
  erc1155SafeTransferFromMethod,
  erc1155SafeBatchTransferFromMethod,
]
