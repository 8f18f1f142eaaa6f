import { buildSafeTransaction, type Call } from '@covault/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadingRows } from '../../components/ListStates.js'
import { addToBatch } from '../../preferences/draftBatches.js'
import { toDomain } from '../../trust/domain.js'
import { nonceQuery, readNonceText } from '../../understand/safe/nonce.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { safeTxGasQuery } from '../../understand/safe/safeTxGas.js'
import { Review } from '../review/Review.js'
import type { BatchChoice, ReviewProps } from '../review/reviewProps.js'

/** What is new and can still take any nonce. */
export function NewReview({
  place,
  calls,
  nonceText,
  batchAs,
  ...review
}: Omit<ReviewProps, 'transaction' | 'nonce' | 'proposal' | 'batch'> & {
  calls: Parameters<typeof buildSafeTransaction>[0]['calls']
  nonceText: string | undefined
  /** What made the calls, for the draft batch; undefined: it takes none. */
  batchAs: string | undefined
}) {
  const { chain, address, safe } = place
  const [chosen, setChosen] = useState(nonceText)
  const { data: recommended, isFetchedAfterMount } = useQuery(
    nonceQuery({ chainId: chain.chainId, address, current: safe.nonce }),
  )
  const gas = useQuery(safeTxGasQuery(place, calls))
  // What an earlier review was told may have been taken since, by itself.
  if (!recommended || !isFetchedAfterMount || gas.isLoading)
    return <LoadingRows count={4} />
  // Whatever others propose meanwhile, the number does not move by itself.
  if (chosen === undefined) setChosen(String(recommended.nonce))
  const asked = chosen ?? String(recommended.nonce)
  const read = (text: string) =>
    readNonceText(text, { current: safe.nonce, recommended })
  const reading = read(asked)
  const transaction = {
    ...buildSafeTransaction({
      domain: toDomain(chain, safe),
      calls,
      nonce: reading.nonce ?? recommended.nonce,
    }),
    safeTxGas: gas.data ?? 0n,
  }
  return (
    <Review
      {...review}
      place={place}
      transaction={transaction}
      proposal={undefined}
      // At a nonce that was asked for it takes another one's place.
      batch={
        batchAs === undefined || nonceText !== undefined
          ? undefined
          : offerBatch(place, { calls, source: batchAs })
      }
      nonce={{
        text: asked,
        reading,
        read,
        recommended,
        isFixed: nonceText !== undefined,
        onText: setChosen,
      }}
    />
  )
}

function offerBatch(
  { chain, address }: SafePlace,
  { calls, source }: { calls: readonly Call[]; source: string },
): BatchChoice {
  if (calls.some(({ operation }) => operation !== 0))
    return {
      refusal: 'This is a delegatecall, which can’t be part of a batch.',
    }
  return {
    onAdd: async () => {
      const added = calls.map(({ to, value, data }) => ({
        ...{ to, value, data },
        source,
      }))
      const count = await addToBatch({ chainId: chain.chainId, address }, added)
      return { kind: 'batched', count }
    },
  }
}
