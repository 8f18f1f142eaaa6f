import type { KnownMethod } from './knownMethod.js'

/* `FallbackManager` of the safe. */

export const setFallbackHandlerMethod = {
  id: 'setFallbackHandler',
  contracts: ['safe'],
  name: 'setFallbackHandler',
  signature: 'setFallbackHandler(address)',
  selector: '0xf08a0323',
  inputs: [{ name: 'handler', type: 'address' }],
} as const satisfies KnownMethod
