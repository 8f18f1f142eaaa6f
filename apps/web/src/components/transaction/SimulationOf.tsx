import type { Intent, SafeTransaction } from '@covault/protocol'
import type { Hex } from 'viem'
import { useSimulation } from '../../hooks/useSimulation.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import type { NameOf } from '../../understand/tell/describeIntent.js'
import { SimulationReport } from './SimulationReport.js'

/** A run of what waits in the queue, for whoever looks at it. */
export function SimulationOf({
  place,
  nameOf,
  ...asked
}: {
  place: SafePlace
  transaction: SafeTransaction
  digest: Hex
  intent: Intent
  nameOf: NameOf
}) {
  const state = useSimulation(place, asked)
  return (
    <SimulationReport
      place={place}
      nonce={asked.transaction.nonce}
      state={state}
      nameOf={nameOf}
    />
  )
}
