import {
  createProxyWithNonceMethod,
  encodeMethod,
  predictSafeAddress,
  type SafeCreation,
  type SafeVersion,
  setupMethod,
} from '@covault/protocol'
import { type Address, type Hex, zeroAddress } from 'viem'

/** Versions a safe can be made in, the recommended one first. */
export const offeredVersions = ['1.4.1', '1.3.0', '1.5.0'] as const

export type OfferedVersion = (typeof offeredVersions)[number] & SafeVersion

/** What was decided; together with a salt it fixes the address. */
export type SafePlan = {
  chainId: number
  owners: readonly Address[]
  threshold: number
  version: OfferedVersion
}

/** The published contracts a safe is made of. */
export type CreationContracts = {
  factory: Address
  singleton: Address
  fallbackHandler: Address
}

export function createSafeCreation(
  { owners, threshold }: SafePlan,
  {
    contracts: { factory, singleton, fallbackHandler },
    saltNonce,
  }: { contracts: CreationContracts; saltNonce: bigint },
): SafeCreation {
  const initializer = encodeMethod(setupMethod, {
    owners,
    threshold: BigInt(threshold),
    to: zeroAddress,
    data: '0x',
    fallbackHandler,
    paymentToken: zeroAddress,
    payment: 0n,
    paymentReceiver: zeroAddress,
  })
  return { factory, singleton, initializer, saltNonce }
}

/** The call that makes the safe, and where it will be. */
export function describeCreation(creation: SafeCreation): {
  address: Address
  to: Address
  data: Hex
} {
  const { factory, singleton, initializer, saltNonce } = creation
  return {
    address: predictSafeAddress(creation),
    to: factory,
    data: encodeMethod(createProxyWithNonceMethod, {
      singleton,
      initializer,
      saltNonce,
    }),
  }
}

const sentinel = '0x0000000000000000000000000000000000000001'

/** What the contract would refuse about an owner, in words; by position. */
export function checkOwners(
  owners: readonly (Address | undefined)[],
): (string | undefined)[] {
  return owners.map((owner, index) => {
    if (!owner) return undefined
    if (owner === zeroAddress) return 'The zero address can’t be an owner.'
    if (owner === sentinel)
      return 'This address is reserved and can’t be an owner.'
    const first = owners.indexOf(owner)
    if (first < index) return `This address is already owner ${first + 1}.`
    return undefined
  })
}
