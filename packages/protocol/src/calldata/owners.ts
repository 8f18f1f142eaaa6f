import type { KnownMethod } from './knownMethod.js'

/* `OwnerManager` of the safe: only the safe itself may call these. */

export const addOwnerWithThresholdMethod = {
  id: 'addOwnerWithThreshold',
  contracts: ['safe'],
  name: 'addOwnerWithThreshold',
  signature: 'addOwnerWithThreshold(address,uint256)',
  selector: '0x0d582f13',
  inputs: [
    { name: 'owner', type: 'address' },
    { name: 'threshold', type: 'uint256' },
  ],
} as const satisfies KnownMethod

export const removeOwnerMethod = {
  id: 'removeOwner',
  contracts: ['safe'],
  name: 'removeOwner',
  signature: 'removeOwner(address,address,uint256)',
  selector: '0xf8dc5dd9',
  inputs: [
    { name: 'prevOwner', type: 'address' },
    { name: 'owner', type: 'address' },
    { name: 'threshold', type: 'uint256' },
  ],
} as const satisfies KnownMethod

export const swapOwnerMethod = {
  id: 'swapOwner',
  contracts: ['safe'],
  name: 'swapOwner',
  signature: 'swapOwner(address,address,address)',
  selector: '0xe318b52b',
  inputs: [
    { name: 'prevOwner', type: 'address' },
    { name: 'oldOwner', type: 'address' },
    { name: 'newOwner', type: 'address' },
  ],
} as const satisfies KnownMethod

export const changeThresholdMethod = {
  id: 'changeThreshold',
  contracts: ['safe'],
  name: 'changeThreshold',
  signature: 'changeThreshold(uint256)',
  selector: '0x694e80c3',
  inputs: [{ name: 'threshold', type: 'uint256' }],
} as const satisfies KnownMethod

export const ownersMethods = [
  addOwnerWithThresholdMethod,
  removeOwnerMethod,
  swapOwnerMethod,
  changeThresholdMethod,
] as const
