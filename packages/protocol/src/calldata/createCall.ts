import type { KnownMethod } from './knownMethod.js'

/* `CreateCall`: deploys a contract, as the safe by delegatecall. */

export const performCreateMethod = {
  id: 'performCreate',
  contracts: ['createCall'],
  name: 'performCreate',
  signature: 'performCreate(uint256,bytes)',
  selector: '0x4c8c9ea1',
  inputs: [
    { name: 'value', type: 'uint256' },
    { name: 'deploymentData', type: 'bytes' },
  ],
} as const satisfies KnownMethod

export const performCreate2Method = {
  id: 'performCreate2',
  contracts: ['createCall'],
  name: 'performCreate2',
  signature: 'performCreate2(uint256,bytes,bytes32)',
  selector: '0x4847be6f',
  inputs: [
    { name: 'value', type: 'uint256' },
    { name: 'deploymentData', type: 'bytes' },
    { name: 'salt', type: 'bytes32' },
  ],
} as const satisfies KnownMethod

export const createCallMethods = [
  performCreateMethod,
  performCreate2Method,
] as const
