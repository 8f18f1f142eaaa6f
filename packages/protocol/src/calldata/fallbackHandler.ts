import type { Method } from '../abi/method.js'
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

/*
 * Of ExtensibleFallbackHandler, called through the safe by the safe itself.
 * Only safes with that handler have them, so they are no known methods.
 */

/** The verifier answers EIP-1271 for all that is signed in the domain. */
export const setDomainVerifierMethod = {
  name: 'setDomainVerifier',
  signature: 'setDomainVerifier(bytes32,address)',
  selector: '0x3365582c',
  inputs: [
    { name: 'domainSeparator', type: 'bytes32' },
    { name: 'verifier', type: 'address' },
  ],
} as const satisfies Method

/** The last twenty bytes of `handling` are the contract that answers. */
export const setSafeMethodMethod = {
  name: 'setSafeMethod',
  signature: 'setSafeMethod(bytes4,bytes32)',
  selector: '0x64f95acc',
  inputs: [
    { name: 'method', type: 'bytes4' },
    { name: 'handling', type: 'bytes32' },
  ],
} as const satisfies Method

export const fallbackHandlerMethods = [setFallbackHandlerMethod] as const
