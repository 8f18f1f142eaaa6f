import type { KnownMethod } from './knownMethod.js'

/*
 * `ModuleManager` of the safe: the safe itself switches modules on and off, and
 * a module that is switched on may execute.
 */

export const enableModuleMethod = {
  id: 'enableModule',
  contracts: ['safe'],
  name: 'enableModule',
  signature: 'enableModule(address)',
  selector: '0x610b5925',
  inputs: [{ name: 'module', type: 'address' }],
} as const satisfies KnownMethod

export const disableModuleMethod = {
  id: 'disableModule',
  contracts: ['safe'],
  name: 'disableModule',
  signature: 'disableModule(address,address)',
  selector: '0xe009cfde',
  inputs: [
    { name: 'prevModule', type: 'address' },
    { name: 'module', type: 'address' },
  ],
} as const satisfies KnownMethod

export const execTransactionFromModuleMethod = {
  id: 'execTransactionFromModule',
  contracts: ['safe'],
  name: 'execTransactionFromModule',
  signature: 'execTransactionFromModule(address,uint256,bytes,uint8)',
  selector: '0x468721a7',
  inputs: [
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
    { name: 'operation', type: 'uint8' },
  ],
} as const satisfies KnownMethod

export const execTransactionFromModuleReturnDataMethod = {
  id: 'execTransactionFromModuleReturnData',
  contracts: ['safe'],
  name: 'execTransactionFromModuleReturnData',
  signature: 'execTransactionFromModuleReturnData(address,uint256,bytes,uint8)',
  selector: '0x5229073f',
  inputs: [
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
    { name: 'operation', type: 'uint8' },
  ],
} as const satisfies KnownMethod

export const modulesMethods = [
  enableModuleMethod,
  disableModuleMethod,
  execTransactionFromModuleMethod,
  execTransactionFromModuleReturnDataMethod,
] as const
