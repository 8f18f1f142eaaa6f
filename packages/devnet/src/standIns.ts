import type { Address } from 'viem'

/**
 * A contract on the local chains that is not, or not provably, the published
 * one. Everything else there has the published code at the published address;
 * a test fails when that is not so and the contract is not in this list.
 */
export type StandIn = {
  address: Address
  /** How the product names it. */
  name: string
  reason: string
  code: StandInCode
}

export type StandInCode =
  /** The code that lies at another address of the same chain. */
  | { from: 'address'; address: Address }
  /** Multicall3 as viem carries it. */
  | { from: 'viem' }
  /** A contract of src/contracts. */
  | { from: 'source'; contract: string }

/** Where the Safe project published AllowanceModule 0.1.0. */
export const allowanceModuleAddress =
  '0xCFbFaC74C26F8647cBDb8c5caf80BB5b32E43134'

/** The same on every chain that has the Ethereum Name Service. */
export const nameRegistryAddress = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e'

/** The public resolver of mainnet. */
export const nameResolverAddress = '0x231b0Ee14048e9dCcD1d247744d114a4EB5E8E63'

const signMessageLib141 = '0xd53cd0aB83D845Ac265BE939c57F53AD838012c9'

const signMessageLibReason =
  'The npm package of 1.3.0 has an older build of this library than the one that was deployed; that of 1.4.1 does the same for a 1.3.0 safe.'

export const standIns: readonly StandIn[] = [
  {
    address: '0xA65387F16B013cf2Af4605Ad8aA5ec25a2cbA3a2',
    name: 'SignMessageLib 1.3.0 (stand-in: 1.4.1)',
    reason: signMessageLibReason,
    code: { from: 'address', address: signMessageLib141 },
  },
  {
    address: '0x98FFBBF51bb33A056B08ddf711f289936AafF717',
    name: 'SignMessageLib 1.3.0 eip155 (stand-in: 1.4.1)',
    reason: signMessageLibReason,
    code: { from: 'address', address: signMessageLib141 },
  },
  {
    address: '0xcA11bde05977b3631167028862bE2a173976CA11',
    name: 'Multicall3 (stand-in: the build in viem)',
    reason:
      'It was deployed by a transaction signed without chain id, whose bytes no npm package carries; the code is put at its address.',
    code: { from: 'viem' },
  },
  {
    address: allowanceModuleAddress,
    name: 'Allowance Module 0.1.0 (stand-in: our own build)',
    reason:
      'No npm package carries its bytecode; ours has the published functions, events and rules.',
    code: { from: 'source', contract: 'AllowanceModule' },
  },
  {
    address: nameRegistryAddress,
    name: 'ENS registry (stand-in)',
    reason:
      'The name service is not the subject of a local chain: ours keeps owners and resolvers, unowned names are free for everybody.',
    code: { from: 'source', contract: 'NameRegistry' },
  },
  {
    address: nameResolverAddress,
    name: 'ENS resolver, forward and reverse (stand-in)',
    reason:
      'The name service is not the subject of a local chain: ours answers addresses of names and names of addresses.',
    code: { from: 'source', contract: 'NameResolver' },
  },
]
