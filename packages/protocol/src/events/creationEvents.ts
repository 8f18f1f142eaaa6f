import type { Address, Hex } from 'viem'
import type { EventDefinition } from './eventDefinition.js'
import { readAddress, readAddresses, readBytes, readUint } from './logReader.js'

/** What a proxy factory, a safe's `setup` and the library CreateCall log. */
export type CreationEvent =
  | {
      type: 'proxyCreation'
      address: Address
      proxy: Address
      /** Not said before 1.3.0. */
      singleton: Address | undefined
    }
  | {
      type: 'proxyCreationL2'
      address: Address
      proxy: Address
      singleton: Address
      initializer: Hex
      saltNonce: bigint
    }
  | {
      type: 'chainSpecificProxyCreationL2'
      address: Address
      proxy: Address
      singleton: Address
      initializer: Hex
      saltNonce: bigint
      chainId: bigint
    }
  | {
      type: 'safeSetup'
      address: Address
      initiator: Address
      owners: Address[]
      threshold: bigint
      initializer: Address
      fallbackHandler: Address
    }
  | { type: 'contractCreation'; address: Address; newContract: Address }

export const creationEvents: readonly EventDefinition<CreationEvent>[] = [
  {
    signature: 'ProxyCreation(address)',
    topic0:
      '0xa38789425dbeee0239e16ff2d2567e31720127fbc6430758c1a4efc6aef29f80',
    topicCounts: [1],
    decode: (reader, address) => ({
      type: 'proxyCreation',
      address,
      proxy: readAddress(reader, 0),
      singleton: undefined,
    }),
  },
  {
    signature: 'ProxyCreation(address,address)',
    topic0:
      '0x4f51faf6c4561ff95f067657e43439f0f856d97c04d9ec9070a6199ad418e235',
    topicCounts: [1, 2],
    decode: (reader, address) => ({
      type: 'proxyCreation',
      address,
      proxy: readAddress(reader, 0),
      singleton: readAddress(reader, 1),
    }),
  },
  {
    signature: 'ProxyCreationL2(address,address,bytes,uint256)',
    topic0:
      '0x6e78ae8c51534f0b801d7aa7cce5a2113f3c3368c61b06fa61415f361d400431',
    topicCounts: [2],
    decode: (reader, address) => ({
      type: 'proxyCreationL2',
      address,
      proxy: readAddress(reader, 0),
      singleton: readAddress(reader, 1),
      initializer: readBytes(reader, 2),
      saltNonce: readUint(reader, 3),
    }),
  },
  {
    signature:
      'ChainSpecificProxyCreationL2(address,address,bytes,uint256,uint256)',
    topic0:
      '0x7a1c96f74273709828c0e67ab96189772005d3b4948bc6902693eb21e4e2cc6a',
    topicCounts: [2],
    decode: (reader, address) => ({
      type: 'chainSpecificProxyCreationL2',
      address,
      proxy: readAddress(reader, 0),
      singleton: readAddress(reader, 1),
      initializer: readBytes(reader, 2),
      saltNonce: readUint(reader, 3),
      chainId: readUint(reader, 4),
    }),
  },
  {
    signature: 'SafeSetup(address,address[],uint256,address,address)',
    topic0:
      '0x141df868a6331af528e38c83b7aa03edc19be66e37ae67f9285bf4f8e3c6a1a8',
    topicCounts: [2],
    decode: (reader, address) => ({
      type: 'safeSetup',
      address,
      initiator: readAddress(reader, 0),
      owners: readAddresses(reader, 1),
      threshold: readUint(reader, 2),
      initializer: readAddress(reader, 3),
      fallbackHandler: readAddress(reader, 4),
    }),
  },
  {
    signature: 'ContractCreation(address)',
    topic0:
      '0x4db17dd5e4732fb6da34a148104a592783ca119a1e7bb8829eba6cbadef0b511',
    topicCounts: [1, 2],
    decode: (reader, address) => ({
      type: 'contractCreation',
      address,
      newContract: readAddress(reader, 0),
    }),
  },
]
