import type { KnownMethod } from './knownMethod.js'

/* `Safe` itself: its creation and its two ways to act on signatures. */

export const setupMethod = {
  id: 'setup',
  contracts: ['safe'],
  name: 'setup',
  signature:
    'setup(address[],uint256,address,bytes,address,address,uint256,address)',
  selector: '0xb63e800d',
  inputs: [
    { name: 'owners', type: 'address[]' },
    { name: 'threshold', type: 'uint256' },
    { name: 'to', type: 'address' },
    { name: 'data', type: 'bytes' },
    { name: 'fallbackHandler', type: 'address' },
    { name: 'paymentToken', type: 'address' },
    { name: 'payment', type: 'uint256' },
    { name: 'paymentReceiver', type: 'address' },
  ],
} as const satisfies KnownMethod

/** Of 1.0.0. */
export const setupWithoutHandlerMethod = {
  id: 'setupWithoutHandler',
  contracts: ['safe'],
  name: 'setup',
  signature: 'setup(address[],uint256,address,bytes,address,uint256,address)',
  selector: '0xa97ab18a',
  inputs: [
    { name: 'owners', type: 'address[]' },
    { name: 'threshold', type: 'uint256' },
    { name: 'to', type: 'address' },
    { name: 'data', type: 'bytes' },
    { name: 'paymentToken', type: 'address' },
    { name: 'payment', type: 'uint256' },
    { name: 'paymentReceiver', type: 'address' },
  ],
} as const satisfies KnownMethod

/** Of 0.1.0. */
export const setupWithoutPaymentMethod = {
  id: 'setupWithoutPayment',
  contracts: ['safe'],
  name: 'setup',
  signature: 'setup(address[],uint256,address,bytes)',
  selector: '0x0ec78d9e',
  inputs: [
    { name: 'owners', type: 'address[]' },
    { name: 'threshold', type: 'uint256' },
    { name: 'to', type: 'address' },
    { name: 'data', type: 'bytes' },
  ],
} as const satisfies KnownMethod

export const execTransactionMethod = {
  id: 'execTransaction',
  contracts: ['safe'],
  name: 'execTransaction',
  signature:
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
  selector: '0x6a761202',
  inputs: [
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
    { name: 'operation', type: 'uint8' },
    { name: 'safeTxGas', type: 'uint256' },
    { name: 'baseGas', type: 'uint256' },
    { name: 'gasPrice', type: 'uint256' },
    { name: 'gasToken', type: 'address' },
    { name: 'refundReceiver', type: 'address' },
    { name: 'signatures', type: 'bytes' },
  ],
} as const satisfies KnownMethod

export const approveHashMethod = {
  id: 'approveHash',
  contracts: ['safe'],
  name: 'approveHash',
  signature: 'approveHash(bytes32)',
  selector: '0xd4d9bdcd',
  inputs: [{ name: 'hashToApprove', type: 'bytes32' }],
} as const satisfies KnownMethod

export const safeMethods = [
  setupMethod,
  setupWithoutHandlerMethod,
  setupWithoutPaymentMethod,
  execTransactionMethod,
  approveHashMethod,
] as const
