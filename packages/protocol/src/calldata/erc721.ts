import type { KnownMethod } from './knownMethod.js'

/*
 * EIP-721. Three selectors are those of EIP-20 or EIP-1155: only the target
 * tells a token id from an amount.
 */

export const erc721TransferFromMethod = {
  id: 'erc721TransferFrom',
  contracts: ['erc721'],
  name: 'transferFrom',
  signature: 'transferFrom(address,address,uint256)',
  selector: '0x23b872dd',
  inputs: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'tokenId', type: 'uint256' },
  ],
} as const satisfies KnownMethod

export const erc721SafeTransferFromMethod = {
  id: 'erc721SafeTransferFrom',
  contracts: ['erc721'],
  name: 'safeTransferFrom',
  signature: 'safeTransferFrom(address,address,uint256)',
  selector: '0x42842e0e',
  inputs: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'tokenId', type: 'uint256' },
  ],
} as const satisfies KnownMethod

export const erc721SafeTransferFromWithDataMethod = {
  id: 'erc721SafeTransferFromWithData',
  contracts: ['erc721'],
  name: 'safeTransferFrom',
  signature: 'safeTransferFrom(address,address,uint256,bytes)',
  selector: '0xb88d4fde',
  inputs: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'tokenId', type: 'uint256' },
    { name: 'data', type: 'bytes' },
  ],
} as const satisfies KnownMethod

export const erc721ApproveMethod = {
  id: 'erc721Approve',
  contracts: ['erc721'],
  name: 'approve',
  signature: 'approve(address,uint256)',
  selector: '0x095ea7b3',
  inputs: [
    { name: 'to', type: 'address' },
    { name: 'tokenId', type: 'uint256' },
  ],
} as const satisfies KnownMethod

/** EIP-1155 has the same. */
export const setApprovalForAllMethod = {
  id: 'setApprovalForAll',
  contracts: ['erc721', 'erc1155'],
  name: 'setApprovalForAll',
  signature: 'setApprovalForAll(address,bool)',
  selector: '0xa22cb465',
  inputs: [
    { name: 'operator', type: 'address' },
    { name: 'approved', type: 'bool' },
  ],
} as const satisfies KnownMethod

export const erc721Methods = [
  erc721TransferFromMethod,
  erc721ApproveMethod,
  erc721SafeTransferFromMethod,
  erc721SafeTransferFromWithDataMethod,
  setApprovalForAllMethod,
] as const
