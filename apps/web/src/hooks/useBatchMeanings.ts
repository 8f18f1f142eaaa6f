import {
  BaseError,
  buildSafeTransaction,
  hashSafeTransaction,
  type Intent,
} from '@covault/protocol'
import { useMemo } from 'react'
import type { BatchedCall } from '../preferences/draftBatches.js'
import type { ContractFacts } from '../trust/contracts.js'
import { toDomain } from '../trust/domain.js'
import { toPathKey } from '../understand/decode/decodeTransaction.js'
import type { SafePlace } from '../understand/safe/safePlace.js'
import { useDecoded } from './useDecoded.js'

export type CallMeaning = {
  intent: Intent | undefined
  contract: ContractFacts | undefined
}

/**
 * What each call does. All are read at once, in the order in which they came,
 * so that another order of the batch is not another question.
 */
export function useBatchMeanings(
  place: SafePlace,
  calls: readonly BatchedCall[],
): (call: BatchedCall) => CallMeaning | undefined {
  const { chain, safe } = place
  const sorted = useMemo(
    () => [...calls].sort((one, other) => one.id - other.id),
    [calls],
  )
  const question = useMemo(
    () => ask({ chain, safe }, sorted),
    [sorted, chain, safe],
  )
  const { data, isPending, error } = useDecoded(place, question)
  const places = useMemo(
    () => new Map(sorted.map(({ id }, index) => [id, index])),
    [sorted],
  )
  return (call) => {
    if (question.call && isPending && !error) return undefined
    const path = sorted.length === 1 ? [] : [places.get(call.id) ?? -1]
    return {
      intent: data?.intents.get(toPathKey(path)),
      contract: data?.contracts.get(call.to),
    }
  }
}

/** Where no batch can be made, the review will say why. */
function ask(
  { chain, safe }: Pick<SafePlace, 'chain' | 'safe'>,
  calls: readonly BatchedCall[],
) {
  try {
    const domain = toDomain(chain, safe)
    const call = buildSafeTransaction({
      domain,
      calls: calls.map(({ to, value, data }) => ({
        ...{ to, value, data },
        operation: 0,
      })),
      nonce: 0n,
    })
    const digest = hashSafeTransaction(domain, call)
    return { call, signed: undefined, digest }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return { call: undefined, signed: undefined, digest: undefined }
  }
}
