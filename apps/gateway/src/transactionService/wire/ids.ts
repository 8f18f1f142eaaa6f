import type { Hex } from 'viem'
import { NumberedFailure } from '../requestFailure.js'

/** Where in a transaction of the chain something stands, by its id. */
export function readPlaceId(
  id: string,
  { letters, name }: { letters: 'i' | 'ei'; name: string },
): { txHash: Hex; native: boolean; logIndex: number; leg: number } {
  const match =
    /^([ei])(?:0x)?([0-9a-f]{64})([0-9]{1,9})(?:,([0-9]{1,9}))?$/.exec(id)
  const [, letter = '', hash, logIndex, leg = '0'] = match ?? []
  if (!match || !letters.includes(letter))
    throw new NumberedFailure(400, {
      code: 1,
      message: `${name} is not valid`,
      values: [id],
    })
  return {
    txHash: `0x${hash}`,
    native: letter === 'i',
    logIndex: Number(logIndex),
    leg: Number(leg),
  }
}
