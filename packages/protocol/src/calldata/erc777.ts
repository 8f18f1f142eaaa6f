import type { KnownMethod } from './knownMethod.js'

/* EIP-777; its tokens are EIP-20 tokens as well. */

export const erc777SendMethod = {
  id: 'erc777Send',
  contracts: ['erc20'],
  name: 'send',
  signature: 'send(address,uint256,bytes)',
  selector: '0x9bd9bbc6',
  inputs: [
    { name: 'to', type: 'address' },
    { name: 'amount', type: 'uint256' },
    { name: 'data', type: 'bytes' },
  ],
} as const satisfies KnownMethod

/** An operator moves everything the holder has, without any limit. */
export const authorizeOperatorMethod = {
  id: 'authorizeOperator',
  contracts: ['erc20'],
  name: 'authorizeOperator',
  signature: 'authorizeOperator(address)',
  selector: '0x959b8c3f',
  inputs: [{ name: 'operator', type: 'address' }],
} as const satisfies KnownMethod

export const erc777Methods = [
  erc777SendMethod,
  authorizeOperatorMethod,
] as const
