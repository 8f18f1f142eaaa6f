import {
  type Address,
  concatHex,
  domainSeparator,
  getAddress,
  type Hex,
  hashStruct,
  keccak256,
  zeroHash,
} from 'viem'
import { chainIdWord } from './safeTransaction.js'
import { addressWord, bytes32Word } from './word.js'

/*
 * Names that the owners of a safe share. They are a list of change sets, each
 * signed by one owner as EIP-712 data. A set carries the hash of the one before
 * it, so that none can be left out, put in or moved without a break.
 */

/** What an address is called on a chain; an empty name takes it away. */
export type NameChange = { chainId: number; address: Address; name: string }

export type NameChanges = {
  chainId: number
  safe: Address
  /** From 1. */
  sequence: number
  /** The hash of the set before; `noNameChanges` for the first. */
  previous: Hex
  /** When it was signed, in seconds since 1970, by the writer's clock. */
  time: number
  changes: readonly NameChange[]
}

/** What the first set of a safe follows. */
export const noNameChanges: Hex = zeroHash

/** Longer names, and more at once, are refused by gateways. */
export const longestSharedName = 200
export const mostNameChanges = 1_000

export function getNameChangesTypedData({
  chainId,
  safe,
  sequence,
  previous,
  time,
  changes,
}: NameChanges) {
  chainIdWord(chainId)
  addressWord(safe)
  bytes32Word(previous)
  return {
    domain: {
      name: 'Covault shared names',
      version: '1',
      chainId,
      verifyingContract: getAddress(safe),
    },
    types: {
      NameChanges: [
        { name: 'sequence', type: 'uint256' },
        { name: 'previous', type: 'bytes32' },
        { name: 'time', type: 'uint256' },
        { name: 'changes', type: 'NameChange[]' },
      ],
      NameChange: [
        { name: 'chainId', type: 'uint256' },
        { name: 'account', type: 'address' },
        { name: 'name', type: 'string' },
      ],
    },
    primaryType: 'NameChanges',
    message: {
      sequence: BigInt(sequence),
      previous,
      time: BigInt(time),
      changes: changes.map((change) => ({
        chainId: BigInt(change.chainId),
        account: getAddress(change.address),
        name: change.name,
      })),
    },
  } as const
}

/** EIP-712's encoding, which owners that are contracts are shown. */
export function encodeNameChanges(set: NameChanges): Hex {
  const { domain, types, primaryType, message } = getNameChangesTypedData(set)
  return concatHex([
    '0x1901',
    domainSeparator({ domain }),
    hashStruct({ data: message, primaryType, types }),
  ])
}

/** What an owner signs, and what the next set follows. */
export function hashNameChanges(set: NameChanges): Hex {
  return keccak256(encodeNameChanges(set))
}

/** One line, nothing around it, nothing that is not text. */
export function isSharedName(name: string): boolean {
  return (
    name === name.trim() &&
    name.length <= longestSharedName &&
    !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(name)
  )
}
