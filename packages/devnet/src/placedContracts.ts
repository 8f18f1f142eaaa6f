import type { SafeVersion } from '@covault/protocol'
import {
  type Address,
  type Hex,
  keccak256,
  numberToHex,
  stringToHex,
} from 'viem'
import type { ArtifactPackage } from './readArtifact.js'

/**
 * A contract whose real address no factory can reach (it was created by an
 * account), so its published code is put there, with what its constructor
 * had written to storage.
 */
export type PlacedContract = {
  contract: string
  version: SafeVersion
  address: Address
  package: ArtifactPackage
  artifact: string
  storage: readonly { slot: number; value: Hex }[]
}

const package111 = 'safe-contracts-1.1.1'

export const placedContracts: readonly PlacedContract[] = [
  {
    contract: 'GnosisSafe',
    version: '1.1.1',
    address: '0x34CfAC646f301356fAa8B21e94227e3583Fe3F5F',
    package: package111,
    artifact: 'build/contracts/GnosisSafe',
    // threshold = 1: nobody can call setup on the master copy itself.
    storage: [{ slot: 4, value: numberToHex(1, { size: 32 }) }],
  },
  {
    contract: 'ProxyFactory',
    version: '1.1.1',
    address: '0x76E2cFc1F5Fa8F6a5b3fC4c8F4788F0116861F9B',
    package: package111,
    artifact: 'build/contracts/ProxyFactory',
    storage: [],
  },
  {
    contract: 'DefaultCallbackHandler',
    version: '1.1.1',
    address: '0xd5D82B6aDDc9027B22dCA772Aa68D5d74cdBdF44',
    package: package111,
    artifact: 'build/contracts/DefaultCallbackHandler',
    storage: [],
  },
  {
    contract: 'MultiSend',
    version: '1.1.1',
    address: '0x8D29bE29923b68abfDD21e541b9374737B49cdAD',
    package: package111,
    artifact: 'build/contracts/MultiSend',
    // The guard that makes it refuse everything but delegatecalls.
    storage: [
      { slot: 0, value: keccak256(stringToHex('multisend.guard.bytes32')) },
    ],
  },
]
