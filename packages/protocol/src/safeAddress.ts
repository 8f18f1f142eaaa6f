import { type Address, getAddress, type Hex, keccak256 } from 'viem'
import { findDeploymentByAddress } from './deployments/deployment.js'
import { proxyCreationCodes } from './deployments/proxyCreationCodes.js'
import { proxyFactories } from './deployments/table.js'
import { BaseError } from './errors.js'
import { chainIdWord } from './safeTransaction.js'
import { addressWord, assertBytes, uintWord } from './word.js'

export type SafeCreation = {
  factory: Address
  singleton: Address
  /** Calldata of `setup`. */
  initializer: Hex
  saltNonce: bigint
  /** Set for `createChainSpecificProxyWithNonce` of 1.4.1 and later. */
  chainId?: number
  /** `proxyCreationCode()` of a factory that is not in our table. */
  creationCode?: Hex
}

/** Where `createProxyWithNonce` of the factory will put the safe, EIP-1014. */
export function predictSafeAddress(creation: SafeCreation): Address {
  const { factory, singleton } = creation
  const initCode =
    `${getCreationCode(creation)}${addressWord(singleton)}` as const
  const hash = keccak256(
    `0xff${addressWord(factory).slice(24)}${hashSalt(creation)}${keccak256(initCode).slice(2)}`,
  )
  return getAddress(`0x${hash.slice(26)}`)
}

function hashSalt({ initializer, saltNonce, chainId }: SafeCreation): string {
  assertBytes(initializer)
  const chain = chainId === undefined ? '' : chainIdWord(chainId)
  return keccak256(
    `${keccak256(initializer)}${uintWord(saltNonce)}${chain}`,
  ).slice(2)
}

function getCreationCode({ factory, creationCode }: SafeCreation): Hex {
  if (creationCode) {
    assertBytes(creationCode)
    return creationCode
  }
  const known = findDeploymentByAddress(proxyFactories, factory)
  const code = known && proxyCreationCodes[known.version]
  if (!code) throw new UnknownProxyFactoryError({ factory })
  return code
}

export class UnknownProxyFactoryError extends BaseError {
  override name = 'UnknownProxyFactoryError'

  constructor({ factory }: { factory: Address }) {
    super(
      `The factory ${factory} is not known, so the address of the safe cannot be predicted.`,
    )
  }
}
