import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Assessment } from '../understand/assess/applyRules.js'
import { type Asked, assessmentQuery } from '../understand/assess/assessment.js'
import type { OpenPlace } from '../understand/safe/safePlace.js'
import { useKnownFacts } from './useKnownFacts.js'

/** What the rules find, judged with the reader's own contacts. */
export function useAssessment(
  place: OpenPlace,
  asked: Asked,
): UseQueryResult<Assessment | null> {
  const known = useKnownFacts(place, asked.decoded)
  // What the safe has today says nothing about what it had then.
  const isPast = asked.tense === 'done' || asked.tense === 'failed'
  const judged = known && isPast ? { ...known, balances: undefined } : known
  return useQuery(assessmentQuery(place, asked, judged))
}
