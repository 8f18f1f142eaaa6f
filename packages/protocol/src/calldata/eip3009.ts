import type { KnownMethod } from './knownMethod.js'

/*
 * EIP-3009: a transfer that the holder signed and anybody (or, with `receive`,
 * the recipient) may submit. Tokens that know EIP-1271 take the signature of a
 * contract as bytes.
 */

const authorization = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
] as const

const keySignature = [
  { name: 'v', type: 'uint8' },
  { name: 'r', type: 'bytes32' },
  { name: 's', type: 'bytes32' },
] as const

const signature = { name: 'signature', type: 'bytes' } as const

export const transferWithAuthorizationMethod = {
  id: 'transferWithAuthorization',
  contracts: ['erc20'],
  name: 'transferWithAuthorization',
  signature:
    'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
  selector: '0xe3ee160e',
  inputs: [...authorization, ...keySignature],
} as const satisfies KnownMethod

export const transferWithAuthorizationBytesMethod = {
  id: 'transferWithAuthorizationBytes',
  contracts: ['erc20'],
  name: 'transferWithAuthorization',
  signature:
    'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)',
  selector: '0xcf092995',
  inputs: [...authorization, signature],
} as const satisfies KnownMethod

export const receiveWithAuthorizationMethod = {
  id: 'receiveWithAuthorization',
  contracts: ['erc20'],
  name: 'receiveWithAuthorization',
  signature:
    'receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
  selector: '0xef55bec6',
  inputs: [...authorization, ...keySignature],
} as const satisfies KnownMethod

export const receiveWithAuthorizationBytesMethod = {
  id: 'receiveWithAuthorizationBytes',
  contracts: ['erc20'],
  name: 'receiveWithAuthorization',
  signature:
    'receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)',
  selector: '0x88b7ab63',
  inputs: [...authorization, signature],
} as const satisfies KnownMethod

export const eip3009Methods = [
  transferWithAuthorizationMethod,
  transferWithAuthorizationBytesMethod,
  receiveWithAuthorizationMethod,
  receiveWithAuthorizationBytesMethod,
] as const
