import type { Address } from 'viem'
import { localTransactions } from '../preferences/localQueue.js'
import type { OpenPlace } from '../understand/safe/safePlace.js'
import { useLocal } from './useLocal.js'

/** When a signature that was made elsewhere was added to this browser. */
export function useAddedAt(
  place: Pick<OpenPlace, 'chain' | 'address'>,
  id: string,
): (signer: Address) => number | undefined {
  const local = useLocal(localTransactions, place, id)
  return (signer) =>
    local?.signatures.find((one) => one.isBrought && one.signer === signer)?.at
}
