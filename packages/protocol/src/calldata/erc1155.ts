import type { KnownMethod } from './knownMethod.js'

/* EIP-1155. */

export const erc1155SafeTransferFromMethod = {
  id: 'erc1155SafeTransferFrom',
  contracts: ['erc1155'],
  name: 'safeTransferFrom',
  signature: 'safeTransferFrom(address,address,uint256,uint256,bytes)',
  selector: '0xf242432a',
  inputs: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'id', type: 'uint256' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
  ],
} as const satisfies KnownMethod

export const erc1155SafeBatchTransferFromMethod = {
  id: 'erc1155SafeBatchTransferFrom',
  contracts: ['erc1155'],
  name: 'safeBatchTransferFrom',
  signature: 'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
  selector: '0x2eb2c2d6',
  inputs: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'ids', type: 'uint256[]' },
    { name: 'values', type: 'uint256[]' },
    { name: 'data', type: 'bytes' },
  ],
} as const satisfies KnownMethod

export const erc1155Methods = [
  erc1155SafeTransferFromMethod,
  erc1155SafeBatchTransferFromMethod,
] as const
