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
    set: 'The guard checks every transaction before and after execution, and can block any of them, including its own removal. A guard that always blocks locks the safe permanently.',
    clear:
      'Everything this guard blocked becomes possible with the owners’ signatures.',
    none: 'None. The owners’ signatures are enough.',
  },
}

export const moduleGuardSlot: Slot = {
  part: 'module guard',
  read: ({ moduleGuard }) => moduleGuard ?? null,
  // IModuleGuard of the contracts, since 1.5.0.
  interfaceId: '0x58401ed8',
  encode: (moduleGuard) => encodeMethod(setModuleGuardMethod, { moduleGuard }),
  consequences: {
    set: 'The module guard checks everything that modules do, and can block it. Spending limits or recovery may stop working.',
    clear: 'Modules can do everything this guard blocked.',
    none: 'None. Enabled modules can do whatever their code allows.',
  },
}

export const handlerSlot: Slot = {
  part: 'fallback handler',
  read: ({ fallbackHandler }) => fallbackHandler,
  interfaceId: undefined,
  encode: (handler) => encodeMethod(setFallbackHandlerMethod, { handler }),
  consequences: {
    set: 'The fallback handler answers every call that the safe doesn’t handle itself. It decides which messages count as signed, and whether the safe can receive collectibles.',
    clear:
      'The safe can no longer sign messages for apps (EIP-1271) or receive collectibles that require a handler (ERC-721, ERC-1155).',
    none: 'None. The safe can’t sign messages for apps or receive collectibles that require a handler.',
  },
}

/** What takes the contract away. */
export const nothing = zeroAddress
