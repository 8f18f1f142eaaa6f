import type { KnownMethod } from './knownMethod.js'

/*
 * The allowance module (spending limits). Times are minutes; the zero address
 * as token is the native currency.
 */

export const addDelegateMethod = {
  id: 'addDelegate',
  contracts: ['allowanceModule'],
  name: 'addDelegate',
  signature: 'addDelegate(address)',
  selector: '0xe71bdf41',
  inputs: [{ name: 'delegate', type: 'address' }],
} as const satisfies KnownMethod

export const removeDelegateMethod = {
  id: 'removeDelegate',
  contracts: ['allowanceModule'],
  name: 'removeDelegate',
  signature: 'removeDelegate(address,bool)',
  selector: '0xdd43a79f',
  inputs: [
    { name: 'delegate', type: 'address' },
    { name: 'removeAllowances', type: 'bool' },
  ],
} as const satisfies KnownMethod

export const setAllowanceMethod = {
  id: 'setAllowance',
  contracts: ['allowanceModule'],
  name: 'setAllowance',
  signature: 'setAllowance(address,address,uint96,uint16,uint32)',
  selector: '0xbeaeb388',
  inputs: [
    { name: 'delegate', type: 'address' },
    { name: 'token', type: 'address' },
    { name: 'allowanceAmount', type: 'uint96' },
    { name: 'resetTimeMin', type: 'uint16' },
    { name: 'resetBaseMin', type: 'uint32' },
  ],
} as const satisfies KnownMethod

export const resetAllowanceMethod = {
  id: 'resetAllowance',
  contracts: ['allowanceModule'],
  name: 'resetAllowance',
  signature: 'resetAllowance(address,address)',
  selector: '0xc19bf50e',
  inputs: [
    { name: 'delegate', type: 'address' },
    { name: 'token', type: 'address' },
  ],
} as const satisfies KnownMethod

export const deleteAllowanceMethod = {
  id: 'deleteAllowance',
  contracts: ['allowanceModule'],
  name: 'deleteAllowance',
  signature: 'deleteAllowance(address,address)',
  selector: '0x885133e3',
  inputs: [
    { name: 'delegate', type: 'address' },
    { name: 'token', type: 'address' },
  ],
} as const satisfies KnownMethod

export const executeAllowanceTransferMethod = {
  id: 'executeAllowanceTransfer',
  contracts: ['allowanceModule'],
  name: 'executeAllowanceTransfer',
  signature:
    'executeAllowanceTransfer(address,address,address,uint96,address,uint96,address,bytes)',
  selector: '0x4515641a',
  inputs: [
    { name: 'safe', type: 'address' },
    { name: 'token', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'amount', type: 'uint96' },
    { name: 'paymentToken', type: 'address' },
    { name: 'payment', type: 'uint96' },
    { name: 'delegate', type: 'address' },
    { name: 'signature', type: 'bytes' },
  ],
} as const satisfies KnownMethod

export const allowanceMethods = [
  addDelegateMethod,
  removeDelegateMethod,
  setAllowanceMethod,
  resetAllowanceMethod,
  deleteAllowanceMethod,
  executeAllowanceTransferMethod,
] as const
