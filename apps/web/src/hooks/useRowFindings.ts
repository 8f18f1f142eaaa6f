import type { FoundIn } from '../trust/signable.js'
import type { OpenPlace } from '../understand/safe/safePlace.js'
import type { RowMeaning } from '../understand/signables/signables.js'
import { useAssessment } from './useAssessment.js'
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
  const { data, isError } = useAssessment(of, {
    ...asked,
    nested,
    // The review reads what else waits: a list would read each of its rows.
    waiting: [],
  })
  return { findings: data?.findings, isFailed: isError && !data }
}
