import { useQuery } from '@tanstack/react-query'
import type { FoundIn } from '../trust/signable.js'
import { assessmentQuery } from '../understand/assess/assessment.js'
import type { OpenPlace } from '../understand/safe/safePlace.js'
import type { RowMeaning } from '../understand/signables/signables.js'
import { useKnownFacts } from './useKnownFacts.js'
import { useNested } from './useNested.js'

const unread = { signed: undefined, digest: undefined, decoded: undefined }

/** What the rules find in a row; undefined until they were applied. */
export function useRowFindings(
  place: OpenPlace,
  /** Undefined until it is known what the bytes do. */
  judged: RowMeaning<'transaction'>['judged'] | undefined,
): {
  findings: readonly FoundIn<'transaction'>[] | undefined
  isFailed: boolean
} {
  const of = judged ? place : { ...place, safe: undefined }
  const asked = judged ?? unread
  const nested = useNested(of, asked)
  const known = useKnownFacts(of, asked.decoded)
  const { data, isError } = useQuery(
    // The review reads what else waits: a list would read each of its rows.
    assessmentQuery(of, { ...asked, nested, waiting: [] }, known),
  )
  return { findings: data?.findings, isFailed: isError && !data }
}
