import { type Address, type Hex, keccak256 } from 'viem'
import { BaseError } from './errors.js'
import {
  isReplayable,
  isVersionAtLeast,
  type SafeVersion,
} from './safeVersion.js'
import { addressWord, assertBytes, bytes32Word, uintWord } from './word.js'

/** The struct `SafeTx` of the singleton, in its wire order. */
export type SafeTransaction = {
  to: Address
  value: bigint
  data: Hex
  operation: 0 | 1
  safeTxGas: bigint
  baseGas: bigint
  gasPrice: bigint
  gasToken: Address
  refundReceiver: Address
  nonce: bigint
}

export type SafeDomain = {
  chainId: number
  safe: Address
  version: SafeVersion
}

/** Typed data in the form that viem's typed-data functions take. */
export type SafeTypedData = {
  domain: { chainId?: number; verifyingContract: Address }
  types: Record<string, { name: string; type: string }[]>
  primaryType: string
  message: Record<string, unknown>
}

// keccak256 of the encoded types; safeTransaction.test.ts derives them again.
const domainTypeHash =
  '47e79534a245952e8b16893a336b85a3d9ea9fa8c573f3d803afb92a79469218'
const domainWithoutChainIdTypeHash =
  '035aff83d86937d35b32e04f0ddc6ff469290eef2f1b692d8a815c89404d4749'
const safeTxTypeHash =
  'bb8310d486368db6bd6f849402fdd73ad53d316b5a4b2644ad6efe0f941286d8'
const safeTxWithDataGasTypeHash =
  '14d461bc7412367e924637b363c7bf29b8f47e2f84869f4426e5633d8af47b20'

/** keccak256 of nothing. */
const emptyHash =
  'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'

/** The safeTxHash: what `getTransactionHash` of the safe answers. */
export function hashSafeTransaction(
  domain: SafeDomain,
  transaction: SafeTransaction,
): Hex {
  return hashInSafeDomain(
    domain,
    hashSafeTransactionMessage(domain, transaction),
  )
}

/** EIP-712's `hashStruct(message)`, which hardware wallets display. */
export function hashSafeTransactionMessage(
  { version }: Pick<SafeDomain, 'version'>,
  transaction: SafeTransaction,
): Hex {
  assertBytes(transaction.data)
  return keccak256(
    `0x${usesDataGas(version) ? safeTxWithDataGasTypeHash : safeTxTypeHash}${
      addressWord(transaction.to) +
      uintWord(transaction.value) +
      dataWord(transaction.data) +
      operationWord(transaction.operation) +
      uintWord(transaction.safeTxGas) +
      uintWord(transaction.baseGas) +
      uintWord(transaction.gasPrice) +
      addressWord(transaction.gasToken) +
      addressWord(transaction.refundReceiver) +
      uintWord(transaction.nonce)
    }`,
  )
}

/** `bytes` are hashed in a struct; most transactions have none. */
function dataWord(data: Hex): string {
  return data === '0x' ? emptyHash : keccak256(data).slice(2)
}

/** What `domainSeparator()` of the safe answers. */
export function hashSafeDomain({ chainId, safe, version }: SafeDomain): Hex {
  const preimage: Hex = isReplayable(version)
    ? `0x${domainWithoutChainIdTypeHash}${addressWord(safe)}`
    : `0x${domainTypeHash}${chainIdWord(chainId)}${addressWord(safe)}`
  const known = domainHashes.get(preimage)
  if (known !== undefined) return known
  const hash = keccak256(preimage)
  if (domainHashes.size >= mostDomains) domainHashes.clear()
  domainHashes.set(preimage, hash)
  return hash
}

/** A quarter of the work of a hash, and the same for all of a safe's. */
const domainHashes = /*#__PURE__*/ new Map<Hex, Hex>()
const mostDomains = 256

export function hashInSafeDomain(domain: SafeDomain, structHash: Hex): Hex {
  return keccak256(encodeInSafeDomain(domain, structHash))
}

/** EIP-712's last step: 0x19 0x01 domainSeparator hashStruct(message). */
export function encodeInSafeDomain(domain: SafeDomain, structHash: Hex): Hex {
  return `0x1901${hashSafeDomain(domain).slice(2)}${bytes32Word(structHash)}`
}

/**
 * The preimage of the safeTxHash, `encodeTransactionData` of the safe. Owners
 * that are contracts are shown it by every version before 1.5.0.
 */
export function encodeSafeTransactionData(
  domain: SafeDomain,
  transaction: SafeTransaction,
): Hex {
  return encodeInSafeDomain(
    domain,
    hashSafeTransactionMessage(domain, transaction),
  )
}

/** What a wallet is asked to sign with `eth_signTypedData_v4`. */
export function getSafeTransactionTypedData(
  domain: SafeDomain,
  transaction: SafeTransaction,
): SafeTypedData {
  const gasField = usesDataGas(domain.version) ? 'dataGas' : 'baseGas'
  return {
    domain: getSafeTypedDataDomain(domain),
    types: {
      SafeTx: [
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'data', type: 'bytes' },
        { name: 'operation', type: 'uint8' },
        { name: 'safeTxGas', type: 'uint256' },
        { name: gasField, type: 'uint256' },
        { name: 'gasPrice', type: 'uint256' },
        { name: 'gasToken', type: 'address' },
        { name: 'refundReceiver', type: 'address' },
        { name: 'nonce', type: 'uint256' },
      ],
    },
    primaryType: 'SafeTx',
    message: {
      to: transaction.to,
      value: transaction.value,
      data: transaction.data,
      operation: transaction.operation,
      safeTxGas: transaction.safeTxGas,
      [gasField]: transaction.baseGas,
      gasPrice: transaction.gasPrice,
      gasToken: transaction.gasToken,
      refundReceiver: transaction.refundReceiver,
      nonce: transaction.nonce,
    },
  }
}

/** The domain as viem's typed data wants it, without chain id before 1.3.0. */
export function getSafeTypedDataDomain({ chainId, safe, version }: SafeDomain) {
  if (isReplayable(version)) return { verifyingContract: safe }
  return { chainId, verifyingContract: safe }
}

/** 1.0.0 renamed the field; the name is part of the hashed type. */
function usesDataGas(version: SafeVersion): boolean {
  return !isVersionAtLeast(version, '1.0.0')
}

/** `Enum.Operation` of the contracts. */
export function operationWord(operation: number): string {
  if (operation !== 0 && operation !== 1)
    throw new InvalidOperationError({ operation })
  return uintWord(BigInt(operation))
}

export function chainIdWord(chainId: number): string {
  if (!Number.isSafeInteger(chainId) || chainId < 0)
    throw new InvalidChainIdError({ chainId })
  return uintWord(BigInt(chainId))
}

export class InvalidOperationError extends BaseError {
  override name = 'InvalidOperationError'

  constructor({ operation }: { operation: unknown }) {
    super(
      `Operation ${String(operation)} is neither 0 (call) nor 1 (delegatecall).`,
    )
  }
}

export class InvalidChainIdError extends BaseError {
  override name = 'InvalidChainIdError'

  constructor({ chainId }: { chainId: unknown }) {
    super(`Chain ID ${String(chainId)} is not a whole number.`)
  }
}
