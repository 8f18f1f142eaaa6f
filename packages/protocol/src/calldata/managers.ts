import type { KnownMethod } from './knownMethod.js'

/*
 * How well-known protocols let another account act on what the caller keeps
 * with them.
 */

/** Of Balancer's vault: the relayer acts for `sender`, who is the caller. */
export const setRelayerApprovalMethod = {
  id: 'setRelayerApproval',
  contracts: ['protocol'],
  name: 'setRelayerApproval',
  signature: 'setRelayerApproval(address,address,bool)',
  selector: '0xfa6e671d',
  inputs: [
    { name: 'sender', type: 'address' },
    { name: 'relayer', type: 'address' },
    { name: 'approved', type: 'bool' },
  ],
} as const satisfies KnownMethod

/** Of Compound III, whose markets are EIP-20 tokens as well. */
export const allowManagerMethod = {
  id: 'allowManager',
  contracts: ['protocol', 'erc20'],
  name: 'allow',
  signature: 'allow(address,bool)',
  selector: '0x110496e5',
  inputs: [
    { name: 'manager', type: 'address' },
    { name: 'isAllowed', type: 'bool' },
  ],
} as const satisfies KnownMethod

/** Of Maker's vat. */
export const hopeMethod = {
  id: 'hope',
  contracts: ['protocol'],
  name: 'hope',
  signature: 'hope(address)',
  selector: '0xa3b22fc4',
  inputs: [{ name: 'manager', type: 'address' }],
} as const satisfies KnownMethod

/** Of Aave's debt tokens: debts that somebody else makes in our name. */
export const approveDelegationMethod = {
  id: 'approveDelegation',
  contracts: ['protocol', 'erc20'],
  name: 'approveDelegation',
  signature: 'approveDelegation(address,uint256)',
  selector: '0xc04a8a10',
  inputs: [
    { name: 'delegatee', type: 'address' },
    { name: 'amount', type: 'uint256' },
  ],
} as const satisfies KnownMethod

export const managersMethods = [
  setRelayerApprovalMethod,
  allowManagerMethod,
  hopeMethod,
  approveDelegationMethod,
] as const
