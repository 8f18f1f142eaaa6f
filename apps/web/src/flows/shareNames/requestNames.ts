import {
  BaseError,
  getNameChangesTypedData,
  type NameChange,
  noNameChanges,
} from '@covault/protocol'
import type { QueryClient } from '@tanstack/react-query'
import { sendNameChanges } from '../../queries/names.js'
import { nameLogQuery } from '../../understand/safe/nameLog.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { describeNameProblem } from '../../words/names.js'
import { type Asking, askForRequest } from '../act/askForRequest.js'
import type { Waiting } from '../act/waiting.js'

/** Asks the wallet for one signature over all of it and hands it to the gateway. */
export async function requestNames(
  {
    place,
    queries,
    changes,
    ...asking
  }: Asking & {
    place: SafePlace
    queries: QueryClient
    changes: readonly NameChange[]
  },
  waiting: Waiting,
): Promise<number | undefined> {
  const { chainId } = place.chain
  const { address: safe } = place
  // Somebody else may have shared something while this was written.
  const log = await queries.fetchQuery({ ...nameLogQuery(place), staleTime: 0 })
  if (log.problem) throw new NamesUnreadError(describeNameProblem(log.problem))
  const set = {
    ...{ chainId, safe, time: Math.floor(Date.now() / 1000) },
    sequence: log.sets.length + 1,
    previous: log.sets.at(-1)?.hash ?? noNameChanges,
    changes: changes.map(({ chainId, address, name }) => ({
      ...{ chainId, address, name },
    })),
  }
  const isSent = await askForRequest({
    ...asking,
    waiting,
    about: { chainId, safe, nonce: place.safe.nonce },
    typedData: getNameChangesTypedData(set),
    send: (signature) => sendNameChanges(set, signature),
    refusal: 'The gateway refused the names',
  })
  if (!isSent) return undefined
  await queries.refetchQueries({ queryKey: nameLogQuery(place).queryKey })
  return changes.length
}

class NamesUnreadError extends BaseError {}
