import type { Intent, SafeTransaction } from '@covault/protocol'
import { useQuery } from '@tanstack/react-query'
import type { Hex } from 'viem'
import { usePreference } from '../preferences/preference.js'
import { security } from '../preferences/security.js'
import { hasFeature } from '../trust/chainFacts.js'
import { simulationQuery } from '../understand/assess/simulation.js'
import type { SimulationState } from '../understand/assess/simulationState.js'
import type { SafePlace } from '../understand/safe/safePlace.js'
import { connectionQuery } from '../wallet/connection.js'

/** What the transaction would do, if the one who looks at it executed it. */
export function useSimulation(
  place: SafePlace,
  {
    transaction,
    digest,
    intent,
  }: {
    transaction: SafeTransaction
    digest: Hex
    /** Undefined until it is known what the bytes do. */
    intent: Intent | undefined
  },
): SimulationState {
  const { chain, safe } = place
  const { simulate } = usePreference(security)
  const { data: connection } = useQuery(connectionQuery)
  const isOn = simulate && hasFeature(chain, 'TX_SIMULATION')
  const executor = connection?.account ?? safe.owners[0]
  const { data, error, isFetched, refetch } = useQuery(
    simulationQuery(place, { transaction, digest, intent, executor, isOn }),
  )
  return { isOn, isSettled: !isOn || isFetched, data, error, refetch }
}
