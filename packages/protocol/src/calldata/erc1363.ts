import type { KnownMethod } from './knownMethod.js'

/* EIP-1363 and its forerunners: a transfer or approval that calls the other. */

export const transferAndCallMethod = {
  id: 'transferAndCall',
  contracts: ['erc20'],
  name: 'transferAndCall',
  signature: 'transferAndCall(address,uint256)',
  selector: '0x1296ee62',
  inputs: [
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
  ],
} as const satisfies KnownMethod

export const transferAndCallWithDataMethod = {
  id: 'transferAndCallWithData',
  contracts: ['erc20'],
  name: 'transferAndCall',
  signature: 'transferAndCall(address,uint256,bytes)',
  selector: '0x4000aea0',
  inputs: [
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
  ],
} as const satisfies KnownMethod

export const approveAndCallMethod = {
  id: 'approveAndCall',
  contracts: ['erc20'],
  name: 'approveAndCall',
  signature: 'approveAndCall(address,uint256)',
  selector: '0x3177029f',
  inputs: [
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
  ],
} as const satisfies KnownMethod

export const approveAndCallWithDataMethod = {
  id: 'approveAndCallWithData',
  contracts: ['erc20'],
  name: 'approveAndCall',
  signature: 'approveAndCall(address,uint256,bytes)',
  selector: '0xcae9ca51',
  inputs: [
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
  ],
} as const satisfies KnownMethod

export const erc1363Methods = [
  transferAndCallMethod,
  transferAndCallWithDataMethod,
  approveAndCallMethod,
  approveAndCallWithDataMethod,
] as const
