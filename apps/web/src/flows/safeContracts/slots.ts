import {
  encodeMethod,
  setFallbackHandlerMethod,
  setGuardMethod,
  setModuleGuardMethod,
} from '@covault/protocol'
import { type Address, type Hex, zeroAddress } from 'viem'
import type { SafeState } from '../../trust/safe.js'
import type { Part } from './checkContract.js'

/** A place in the safe that holds one contract or none. */
export type Slot = {
  part: Exclude<Part, 'module'>
  read: (safe: SafeState) => Address | null
  /** ERC-165 of what may be put there. */
  interfaceId: Hex | undefined
  encode: (contract: Address) => Hex
  consequences: { set: string; clear: string; none: string }
}

export const guardSlot: Slot = {
  part: 'guard',
  read: ({ guard }) => guard,
  // ITransactionGuard of the contracts, since 1.3.0.
  interfaceId: '0xe6d7a83a',
  encode: (guard) => encodeMethod(setGuardMethod, { guard }),
  consequences: {
    set: 'It is asked before and after every transaction of the owners, and can refuse any of them, also the one that would take it away. A guard that always refuses locks the safe for good.',
    clear:
      'Everything that it forbade becomes possible with the signatures of the owners alone.',
    none: 'None: the signatures of the owners decide alone.',
  },
}

export const moduleGuardSlot: Slot = {
  part: 'module guard',
  read: ({ moduleGuard }) => moduleGuard ?? null,
  // IModuleGuard of the contracts, since 1.5.0.
  interfaceId: '0x58401ed8',
  encode: (moduleGuard) => encodeMethod(setModuleGuardMethod, { moduleGuard }),
  consequences: {
    set: 'It is asked before and after everything that modules do, and can refuse any of it: spending limits or a recovery may stop working.',
    clear: 'Modules can do again whatever it forbade them.',
    none: 'None: enabled modules can do whatever their code says.',
  },
}

export const handlerSlot: Slot = {
  part: 'fallback handler',
  read: ({ fallbackHandler }) => fallbackHandler,
  interfaceId: undefined,
  encode: (handler) => encodeMethod(setFallbackHandlerMethod, { handler }),
  consequences: {
    set: 'It answers every call that the safe itself does not know. It decides which messages count as signed by the safe, and whether collectibles can be received.',
    clear:
      'The safe can no longer sign messages for applications (EIP-1271), and collectibles that ask their receiver (ERC-721, ERC-1155) cannot be sent to it.',
    none: 'None: the safe cannot sign messages for applications and cannot receive collectibles that ask first.',
  },
}

/** What takes the contract away. */
export const nothing = zeroAddress
