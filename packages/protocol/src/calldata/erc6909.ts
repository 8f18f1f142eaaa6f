import type { KnownMethod } from './knownMethod.js'

/* EIP-6909: many tokens in one contract, each with an id. */

export const erc6909TransferMethod = {
  id: 'erc6909Transfer',
  contracts: ['erc6909'],
  name: 'transfer',
  signature: 'transfer(address,uint256,uint256)',
  selector: '0x095bcdb6',
  inputs: [
    { name: 'receiver', type: 'address' },
    { name: 'id', type: 'uint256' },
    { name: 'amount', type: 'uint256' },
  ],
} as const satisfies KnownMethod

export const erc6909TransferFromMethod = {
  id: 'erc6909TransferFrom',
  contracts: ['erc6909'],
  name: 'transferFrom',
  signature: 'transferFrom(address,address,uint256,uint256)',
  selector: '0xfe99049a',
  inputs: [
    { name: 'sender', type: 'address' },
    { name: 'receiver', type: 'address' },
    { name: 'id', type: 'uint256' },
    { name: 'amount', type: 'uint256' },
  ],
} as const satisfies KnownMethod

export const erc6909ApproveMethod = {
  id: 'erc6909Approve',
  contracts: ['erc6909'],
  name: 'approve',
  signature: 'approve(address,uint256,uint256)',
  selector: '0x426a8493',
  inputs: [
    { name: 'spender', type: 'address' },
    { name: 'id', type: 'uint256' },
    { name: 'amount', type: 'uint256' },
  ],
} as const satisfies KnownMethod

export const setOperatorMethod = {
  id: 'setOperator',
  contracts: ['erc6909'],
  name: 'setOperator',
  signature: 'setOperator(address,bool)',
  selector: '0x558a7297',
  inputs: [
    { name: 'operator', type: 'address' },
    { name: 'approved', type: 'bool' },
  ],
} as const satisfies KnownMethod

export const erc6909Methods = [
  erc6909TransferMethod,
  erc6909TransferFromMethod,
  erc6909ApproveMethod,
  setOperatorMethod,
] as const
