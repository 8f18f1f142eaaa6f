import type { SafeVersion } from '@covault/protocol'
import {
  type Address,
  concat,
  encodeAbiParameters,
  getContractAddress,
  type Hex,
  zeroHash,
} from 'viem'
import { type ArtifactPackage, readArtifact } from './readArtifact.js'

/** A contract of the Safe project and where its build is found on npm. */
export type SafeContract = {
  contract: string
  version: SafeVersion
  /** The deployment type of safe-deployments. */
  kind: 'canonical' | 'eip155'
  package: ArtifactPackage
  /** The artifact inside of the package, without the ending. */
  artifact: string
  constructorArguments: readonly Address[]
}

/** Preinstalled by anvil; every chain has it at this address. */
export const arachnidFactory = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
export const singletonFactory = '0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7'

const gnosis130 = [
  'contracts/GnosisSafe.sol/GnosisSafe',
  'contracts/GnosisSafeL2.sol/GnosisSafeL2',
  'contracts/proxies/GnosisSafeProxyFactory.sol/GnosisSafeProxyFactory',
  'contracts/handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler',
  'contracts/libraries/MultiSend.sol/MultiSend',
  'contracts/libraries/MultiSendCallOnly.sol/MultiSendCallOnly',
  'contracts/libraries/CreateCall.sol/CreateCall',
  'contracts/accessors/SimulateTxAccessor.sol/SimulateTxAccessor',
]

const safe141 = [
  'contracts/Safe.sol/Safe',
  'contracts/SafeL2.sol/SafeL2',
  'contracts/proxies/SafeProxyFactory.sol/SafeProxyFactory',
  'contracts/handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler',
  'contracts/libraries/MultiSend.sol/MultiSend',
  'contracts/libraries/MultiSendCallOnly.sol/MultiSendCallOnly',
  'contracts/libraries/CreateCall.sol/CreateCall',
  'contracts/libraries/SignMessageLib.sol/SignMessageLib',
  'contracts/accessors/SimulateTxAccessor.sol/SimulateTxAccessor',
]

const safe150 = [
  ...safe141,
  'contracts/handler/ExtensibleFallbackHandler.sol/ExtensibleFallbackHandler',
  'contracts/handler/TokenCallbackHandler.sol/TokenCallbackHandler',
  'contracts/libraries/SafeToL2Setup.sol/SafeToL2Setup',
]

const safe141Migration = [
  'contracts/libraries/SafeToL2Migration.sol/SafeToL2Migration',
  'contracts/libraries/SafeToL2Setup.sol/SafeToL2Setup',
]

const safeMigration = 'contracts/libraries/SafeMigration.sol/SafeMigration'

const package130 = '@gnosis.pm/safe-contracts'
const package141 = '@safe-global/safe-contracts'
const package1412 = 'safe-contracts-1.4.1-2'
const package150 = '@safe-global/safe-smart-account'

/**
 * What is deployed through the factories that give every chain the same
 * addresses, in an order in which each finds what its constructor looks for.
 */
export const factoryContracts: readonly SafeContract[] = [
  ...gnosis130.map(define({ version: '1.3.0', package: package130 })),
  ...gnosis130.map(
    define({ version: '1.3.0', package: package130, kind: 'eip155' }),
  ),
  ...safe141.map(define({ version: '1.4.1', package: package141 })),
  ...safe141Migration.map(define({ version: '1.4.1', package: package1412 })),
  define({
    version: '1.4.1',
    package: package1412,
    constructorArguments: [
      '0x41675C099F32341bf84BFc5382aF534df5C7461a',
      '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762',
      '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99',
    ],
  })(safeMigration),
  ...safe150.map(define({ version: '1.5.0', package: package150 })),
  define({
    version: '1.5.0',
    package: package150,
    constructorArguments: [
      '0xFf51A5898e281Db6DfC7855790607438dF2ca44b',
      '0xEdd160fEBBD92E350D4D398fb636302fccd67C7e',
      '0x3EfCBb83A4A7AfcB4F68D501E2c2203a38be77f4',
    ],
  })(safeMigration),
]

function define({
  version,
  package: packageName,
  kind = 'canonical',
  constructorArguments = [],
}: {
  version: SafeVersion
  package: ArtifactPackage
  kind?: SafeContract['kind']
  constructorArguments?: readonly Address[]
}) {
  return (artifact: string): SafeContract => ({
    contract: artifact.slice(artifact.lastIndexOf('/') + 1),
    version,
    kind,
    package: packageName,
    artifact: `build/artifacts/${artifact}`,
    constructorArguments,
  })
}

/** Only 1.3.0's canonical contracts came through the older factory. */
export function getFactory({ version, kind }: SafeContract): Address {
  return version === '1.3.0' && kind === 'canonical'
    ? arachnidFactory
    : singletonFactory
}

export function getInitCode(contract: SafeContract): Hex {
  return concat([
    readArtifact(contract).bytecode,
    ...contract.constructorArguments.map((address) =>
      encodeAbiParameters([{ type: 'address' }], [address]),
    ),
  ])
}

/** Where the factory puts the contract: CREATE2 with salt zero. */
export function getFactoryAddress(contract: SafeContract): Address {
  return getContractAddress({
    opcode: 'CREATE2',
    from: getFactory(contract),
    salt: zeroHash,
    bytecode: getInitCode(contract),
  })
}
