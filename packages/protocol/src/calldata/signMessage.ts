import type { KnownMethod } from './knownMethod.js'

/* `SignMessageLib` by delegatecall; up to 1.2.0 the safe itself. */

export const signMessageMethod = {
  id: 'signMessage',
  contracts: ['safe', 'signMessageLib'],
  name: 'signMessage',
  signature: 'signMessage(bytes)',
  selector: '0x85a5affe',
  inputs: [{ name: 'data', type: 'bytes' }],
} as const satisfies KnownMethod

export const signMessageMethods = [signMessageMethod] as const
