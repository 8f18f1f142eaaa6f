import { getNames, type SafeReference } from '@covault/api'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { nameSets } from '../../preferences/nameSets.js'
import { gatewayKey } from '../../queries/gatewayKey.js'
import { readNameSets } from '../../queries/names.js'
import { createChainClient } from '../../trust/chainClient.js'
import type { ReadProvenance } from '../../trust/provenance.js'
import { safeQuery } from '../../trust/safe.js'
import type { NameProblem } from '../../words/names.js'
import { type CheckedNameSet, checkNameSets } from './nameSets.js'
import type { SafeScope } from './safePlace.js'

/** The names that owners of a safe share, and what is wrong with them. */
export type NameLog = {
  sets: CheckedNameSet[]
  problem?: NameProblem
  /** Of who is an owner; undefined where the chain was not read. */
  provenance?: ReadProvenance
}

/** What was checked before is kept; only what came after it is asked for. */
export function nameLogQuery({ chain, address }: SafeScope) {
  const place = { chainId: chain.chainId, address }
  return queryOptions({
    queryKey: gatewayKey(getNames, { safes: [place] }),
    queryFn: async ({ client: queries, signal }): Promise<NameLog> => {
      const known = (await nameSets.read(toName(place))) ?? []
      try {
        const reading = await queries.fetchQuery({
          ...safeQuery(chain, address),
          staleTime: 5_000,
        })
        if (reading.status !== 'safe') return { sets: known }
        const { provenance } = reading
        const told = await readNameSets(place, { after: known.length, signal })
        const { sets, broken } = await checkNameSets(createChainClient(chain), {
          chainId: chain.chainId,
          safe: address,
          owners: reading.safe.owners,
          known,
          told: told.sets,
        })
        await nameSets.write(toName(place), sets)
        const problem = findProblem({ sets, broken, count: told.count })
        return { sets, provenance, ...(problem && { problem }) }
      } catch (cause) {
        const error = cause instanceof Error ? cause : new Error(String(cause))
        return { sets: known, problem: { kind: 'unread', error } }
      }
    },
    staleTime: 30_000,
  })
}

function findProblem({
  sets,
  broken,
  count,
}: {
  sets: readonly CheckedNameSet[]
  broken: number | undefined
  count: number
}): NameProblem | undefined {
  if (broken !== undefined) return { kind: 'broken', sequence: broken }
  return count === sets.length
    ? undefined
    : { kind: 'withheld', told: count, known: sets.length }
}

/** Reads everything again, and believes what the gateway has now. */
export async function startOver(
  queries: QueryClient,
  scope: SafeScope,
): Promise<void> {
  const place = { chainId: scope.chain.chainId, address: scope.address }
  await nameSets.remove(toName(place))
  await queries.refetchQueries({ queryKey: nameLogQuery(scope).queryKey })
}

export function toName({ chainId, address }: SafeReference): string {
  return `${chainId}:${address}`
}
