import type { Address } from 'viem'
import type { EventDefinition } from './eventDefinition.js'
import { readAddress, readUint } from './logReader.js'

/** What a safe logs when its owners change how it works. */
export type SettingsEvent =
  | { type: 'addedOwner'; address: Address; owner: Address }
  | { type: 'removedOwner'; address: Address; owner: Address }
  | { type: 'changedThreshold'; address: Address; threshold: bigint }
  | { type: 'enabledModule'; address: Address; module: Address }
  | { type: 'disabledModule'; address: Address; module: Address }
  | { type: 'changedFallbackHandler'; address: Address; handler: Address }
  | { type: 'changedGuard'; address: Address; guard: Address }
  | { type: 'changedModuleGuard'; address: Address; moduleGuard: Address }
  | { type: 'changedMasterCopy'; address: Address; singleton: Address }

export const settingsEvents: readonly EventDefinition<SettingsEvent>[] = [
  {
    signature: 'AddedOwner(address)',
    topic0:
      '0x9465fa0c962cc76958e6373a993326400c1c94f8be2fe3a952adfa7f60b2ea26',
    topicCounts: [1, 2],
    decode: (reader, address) => ({
      type: 'addedOwner',
      address,
      owner: readAddress(reader, 0),
    }),
  },
  {
    signature: 'RemovedOwner(address)',
    topic0:
      '0xf8d49fc529812e9a7c5c50e69c20f0dccc0db8fa95c98bc58cc9a4f1c1299eaf',
    topicCounts: [1, 2],
    decode: (reader, address) => ({
      type: 'removedOwner',
      address,
      owner: readAddress(reader, 0),
    }),
  },
  {
    signature: 'ChangedThreshold(uint256)',
    topic0:
      '0x610f7ff2b304ae8903c3de74c60c6ab1f7d6226b3f52c5161905bb5ad4039c93',
    topicCounts: [1],
    decode: (reader, address) => ({
      type: 'changedThreshold',
      address,
      threshold: readUint(reader, 0),
    }),
  },
  {
    signature: 'EnabledModule(address)',
    topic0:
      '0xecdf3a3effea5783a3c4c2140e677577666428d44ed9d474a0b3a4c9943f8440',
    topicCounts: [1, 2],
    decode: (reader, address) => ({
      type: 'enabledModule',
      address,
      module: readAddress(reader, 0),
    }),
  },
  {
    signature: 'DisabledModule(address)',
    topic0:
      '0xaab4fa2b463f581b2b32cb3b7e3b704b9ce37cc209b5fb4d77e593ace4054276',
    topicCounts: [1, 2],
    decode: (reader, address) => ({
      type: 'disabledModule',
      address,
      module: readAddress(reader, 0),
    }),
  },
  {
    signature: 'ChangedFallbackHandler(address)',
    topic0:
      '0x5ac6c46c93c8d0e53714ba3b53db3e7c046da994313d7ed0d192028bc7c228b0',
    topicCounts: [1, 2],
    decode: (reader, address) => ({
      type: 'changedFallbackHandler',
      address,
      handler: readAddress(reader, 0),
    }),
  },
  {
    signature: 'ChangedGuard(address)',
    topic0:
      '0x1151116914515bc0891ff9047a6cb32cf902546f83066499bcf8ba33d2353fa2',
    topicCounts: [1, 2],
    decode: (reader, address) => ({
      type: 'changedGuard',
      address,
      guard: readAddress(reader, 0),
    }),
  },
  {
    signature: 'ChangedModuleGuard(address)',
    topic0:
      '0xcd1966d6be16bc0c030cc741a06c6e0efaf8d00de2c8b6a9e11827e125de8bb8',
    topicCounts: [2],
    decode: (reader, address) => ({
      type: 'changedModuleGuard',
      address,
      moduleGuard: readAddress(reader, 0),
    }),
  },
  {
    signature: 'ChangedMasterCopy(address)',
    topic0:
      '0x75e41bc35ff1bf14d81d1d2f649c0084a0f974f9289c803ec9898eeec4c8d0b8',
    topicCounts: [1],
    decode: (reader, address) => ({
      type: 'changedMasterCopy',
      address,
      singleton: readAddress(reader, 0),
    }),
  },
]
