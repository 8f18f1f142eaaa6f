import { ResponseSchemaError } from '@covault/api'
import { nameSets } from '../preferences/nameSets.js'
import { nameLogQuery, toName } from '../understand/safe/nameLog.js'
import { listSharedNames } from '../understand/safe/sharedNames.js'
import { describeNameProblem } from '../words/names.js'
import { createCache, nameError, openPlace } from './reviewInNode.js'

/** What a browser that comes for the first time shows of shared names. */
export type NamesReading =
  | { kind: 'open'; problem: string | undefined; shown: readonly string[] }
  | { kind: 'schema' | 'other'; words: string }

export async function readNames(asked: {
  safe: string
}): Promise<NamesReading> {
  const cache = createCache()
  try {
    const place = await openPlace(cache, asked.safe)
    const { chain, address } = place
    await nameSets.remove(toName({ chainId: chain.chainId, address }))
    const { sets, problem } = await cache.fetchQuery(nameLogQuery(place))
    if (
      problem?.kind === 'unread' &&
      problem.error instanceof ResponseSchemaError
    )
      return { kind: 'schema', words: problem.error.message }
    return {
      kind: 'open',
      problem: problem && describeNameProblem(problem),
      shown: listSharedNames(sets).map((name) => JSON.stringify(name)),
    }
  } catch (error) {
    return { kind: nameError(error), words: String(error) }
  } finally {
    cache.clear()
  }
}
