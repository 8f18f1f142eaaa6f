import { type Address, getAddress } from 'viem'
import type { Returned } from './callMany.js'

/** A word that a contract returned first; longer answers count as well. */
export function readWord(returned: Returned): bigint | undefined {
  if (returned === undefined || returned.length < 66) return undefined
  return BigInt(returned.slice(0, 66))
}

/** Exactly 0 or 1, as Solidity would accept it. */
export function readBoolean(returned: Returned): boolean | undefined {
  const word = readWord(returned)
  return word === 0n ? false : word === 1n ? true : undefined
}

export function readAddress(returned: Returned): Address | undefined {
  const word = readWord(returned)
  if (word === undefined || word >> 160n !== 0n) return undefined
  return getAddress(`0x${word.toString(16).padStart(40, '0')}`)
}
