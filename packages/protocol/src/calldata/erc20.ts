import type { KnownMethod } from './knownMethod.js'

/* EIP-20, EIP-2612 and the allowance methods that many tokens add. */

export const erc20TransferMethod = {
  id: 'erc20Transfer',
  contracts: ['erc20'],
  name: 'transfer',
  signature: 'transfer(address,uint256)',
  selector: '0xa9059cbb',
  inputs: [
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
  ],
} as const satisfies KnownMethod

export const erc20TransferFromMethod = {
  id: 'erc20TransferFrom',
  contracts: ['erc20'],
  name: 'transferFrom',
  signature: 'transferFrom(address,address,uint256)',
  selector: '0x23b872dd',
  inputs: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
  ],
} as const satisfies KnownMethod

export const erc20ApproveMethod = {
  id: 'erc20Approve',
  contracts: ['erc20'],
  name: 'approve',
  signature: 'approve(address,uint256)',
  selector: '0x095ea7b3',
  inputs: [
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
  ],
} as const satisfies KnownMethod

export const erc20IncreaseAllowanceMethod = {
  id: 'erc20IncreaseAllowance',
  contracts: ['erc20'],
  name: 'increaseAllowance',
  signature: 'increaseAllowance(address,uint256)',
  selector: '0x39509351',
  inputs: [
    { name: 'spender', type: 'address' },
    { name: 'addedValue', type: 'uint256' },
  ],
} as const satisfies KnownMethod

export const erc20DecreaseAllowanceMethod = {
  id: 'erc20DecreaseAllowance',
  contracts: ['erc20'],
  name: 'decreaseAllowance',
  signature: 'decreaseAllowance(address,uint256)',
  selector: '0xa457c2d7',
  inputs: [
    { name: 'spender', type: 'address' },
    { name: 'subtractedValue', type: 'uint256' },
  ],
} as const satisfies KnownMethod

/** Of tokens from before `increaseAllowance` had its name. */
export const erc20IncreaseApprovalMethod = {
  id: 'erc20IncreaseApproval',
  contracts: ['erc20'],
  name: 'increaseApproval',
  signature: 'increaseApproval(address,uint256)',
  selector: '0xd73dd623',
  inputs: [
    { name: 'spender', type: 'address' },
    { name: 'addedValue', type: 'uint256' },
  ],
} as const satisfies KnownMethod

export const erc20DecreaseApprovalMethod = {
  id: 'erc20DecreaseApproval',
  contracts: ['erc20'],
  name: 'decreaseApproval',
  signature: 'decreaseApproval(address,uint256)',
  selector: '0x66188463',
  inputs: [
    { name: 'spender', type: 'address' },
    { name: 'subtractedValue', type: 'uint256' },
  ],
} as const satisfies KnownMethod

/** Of DSToken: without an amount the allowance has no limit. */
export const erc20ApproveAllMethod = {
  id: 'erc20ApproveAll',
  contracts: ['erc20'],
  name: 'approve',
  signature: 'approve(address)',
  selector: '0xdaea85c5',
  inputs: [{ name: 'spender', type: 'address' }],
} as const satisfies KnownMethod

export const erc20PermitMethod = {
  id: 'erc20Permit',
  contracts: ['erc20'],
  name: 'permit',
  signature: 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
  selector: '0xd505accf',
  inputs: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
    { name: 'v', type: 'uint8' },
    { name: 'r', type: 'bytes32' },
    { name: 's', type: 'bytes32' },
  ],
} as const satisfies KnownMethod

/** Of EIP-2612 with a signature of any form, as some tokens have it. */
export const erc20PermitWithBytesMethod = {
  id: 'erc20PermitWithBytes',
  contracts: ['erc20'],
  name: 'permit',
  signature: 'permit(address,address,uint256,uint256,bytes)',
  selector: '0x9fd5a6cf',
  inputs: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
    { name: 'signature', type: 'bytes' },
  ],
} as const satisfies KnownMethod

/** Of DAI, older than EIP-2612: all or nothing. */
export const daiPermitMethod = {
  id: 'daiPermit',
  contracts: ['erc20'],
  name: 'permit',
  signature:
    'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
  selector: '0x8fcbaf0c',
  inputs: [
    { name: 'holder', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'expiry', type: 'uint256' },
    { name: 'allowed', type: 'bool' },
    { name: 'v', type: 'uint8' },
    { name: 'r', type: 'bytes32' },
    { name: 's', type: 'bytes32' },
  ],
} as const satisfies KnownMethod

export const erc20Methods = [
  erc20TransferMethod,
  erc20TransferFromMethod,
  erc20ApproveMethod,
  erc20IncreaseAllowanceMethod,
  erc20DecreaseAllowanceMethod,
  erc20PermitMethod,
  erc20PermitWithBytesMethod,
  daiPermitMethod,
  erc20IncreaseApprovalMethod,
  erc20DecreaseApprovalMethod,
  erc20ApproveAllMethod,
] as const
