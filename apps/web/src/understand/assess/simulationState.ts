import type { Simulation } from '../../trust/simulate.js'

/** Where the run of a transaction stands. */
export type SimulationState = {
  /** The reader has not switched it off, and the chain is known to have it. */
  isOn: boolean
  /** It is known what a run shows, or that there is none to be had. */
  isSettled: boolean
  data: Simulation | undefined
  error: Error | null
  refetch: (options?: { cancelRefetch: boolean }) => Promise<unknown>
}
