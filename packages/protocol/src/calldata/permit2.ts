import type { AbiInput } from '../abi/abiType.js'
import type { KnownMethod } from './knownMethod.js'

/* Uniswap's Permit2: allowances of its own, and transfers by signature. */

const permitDetails: readonly AbiInput[] = [
  { name: 'token', type: 'address' },
  { name: 'amount', type: 'uint160' },
  { name: 'expiration', type: 'uint48' },
  { name: 'nonce', type: 'uint48' },
]

const tokenPermissions: readonly AbiInput[] = [
  { name: 'token', type: 'address' },
  { name: 'amount', type: 'uint256' },
]

const transferDetails: readonly AbiInput[] = [
  { name: 'to', type: 'address' },
  { name: 'requestedAmount', type: 'uint256' },
]

const witnessInputs: readonly AbiInput[] = [
  { name: 'witness', type: 'bytes32' },
  { name: 'witnessTypeString', type: 'string' },
]

export const permit2ApproveMethod = {
  id: 'permit2Approve',
  contracts: ['permit2'],
  name: 'approve',
  signature: 'approve(address,address,uint160,uint48)',
  selector: '0x87517c45',
  inputs: [
    { name: 'token', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'amount', type: 'uint160' },
    { name: 'expiration', type: 'uint48' },
  ],
} as const satisfies KnownMethod

export const permit2PermitMethod: KnownMethod = {
  id: 'permit2Permit',
  contracts: ['permit2'],
  name: 'permit',
  signature:
    'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)',
  selector: '0x2b67b570',
  inputs: listPermitInputs('tuple'),
}

export const permit2PermitBatchMethod: KnownMethod = {
  id: 'permit2PermitBatch',
  contracts: ['permit2'],
  name: 'permit',
  signature:
    'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)',
  selector: '0x2a2d80d1',
  inputs: listPermitInputs('tuple[]'),
}

export const permitTransferFromMethod: KnownMethod = {
  id: 'permitTransferFrom',
  contracts: ['permit2'],
  name: 'permitTransferFrom',
  signature:
    'permitTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes)',
  selector: '0x30f28b7a',
  inputs: listTransferInputs('tuple', []),
}

export const permitBatchTransferFromMethod: KnownMethod = {
  id: 'permitBatchTransferFrom',
  contracts: ['permit2'],
  name: 'permitTransferFrom',
  signature:
    'permitTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes)',
  selector: '0xedd9444b',
  inputs: listTransferInputs('tuple[]', []),
}

export const permitWitnessTransferFromMethod: KnownMethod = {
  id: 'permitWitnessTransferFrom',
  contracts: ['permit2'],
  name: 'permitWitnessTransferFrom',
  signature:
    'permitWitnessTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes32,string,bytes)',
  selector: '0x137c29fe',
  inputs: listTransferInputs('tuple', witnessInputs),
}

export const permitBatchWitnessTransferFromMethod: KnownMethod = {
  id: 'permitBatchWitnessTransferFrom',
  contracts: ['permit2'],
  name: 'permitWitnessTransferFrom',
  signature:
    'permitWitnessTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes32,string,bytes)',
  selector: '0xfe8ec1a7',
  inputs: listTransferInputs('tuple[]', witnessInputs),
}

function listPermitInputs(details: string): readonly AbiInput[] {
  const components = [
    { name: 'details', type: details, components: permitDetails },
    { name: 'spender', type: 'address' },
    { name: 'sigDeadline', type: 'uint256' },
  ]
  return [
    { name: 'owner', type: 'address' },
    { name: 'permit', type: 'tuple', components },
    { name: 'signature', type: 'bytes' },
  ]
}

function listTransferInputs(
  type: string,
  witness: readonly AbiInput[],
): readonly AbiInput[] {
  const components = [
    { name: 'permitted', type, components: tokenPermissions },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ]
  return [
    { name: 'permit', type: 'tuple', components },
    { name: 'transferDetails', type, components: transferDetails },
    { name: 'owner', type: 'address' },
    ...witness,
    { name: 'signature', type: 'bytes' },
  ]
}

export const permit2Methods = [
  permit2ApproveMethod,
  permit2PermitMethod,
  permit2PermitBatchMethod,
  permitTransferFromMethod,
  permitBatchTransferFromMethod,
  permitWitnessTransferFromMethod,
  permitBatchWitnessTransferFromMethod,
] as const
