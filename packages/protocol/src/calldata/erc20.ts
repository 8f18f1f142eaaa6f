import type { KnownMethod } from './knownMethod.js'

/* EIP-20, EIP-2612 and the two allowance methods many tokens add. */

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
