import type { KnownMethod } from './knownMethod.js'

/*
 * `GuardManager` (since 1.3.0) and the module guard of `ModuleManager` (since
 * 1.5.0). The zero address takes the guard away.
 */

export const setGuardMethod = {
  id: 'setGuard',
  contracts: ['safe'],
  name: 'setGuard',
  signature: 'setGuard(address)',
  selector: '0xe19a9dd9',
  inputs: [{ name: 'guard', type: 'address' }],
} as const satisfies KnownMethod

export const setModuleGuardMethod = {
  id: 'setModuleGuard',
  contracts: ['safe'],
  name: 'setModuleGuard',
  signature: 'setModuleGuard(address)',
  selector: '0xe068df37',
  inputs: [{ name: 'moduleGuard', type: 'address' }],
} as const satisfies KnownMethod

export const guardMethods = [setGuardMethod, setModuleGuardMethod] as const
