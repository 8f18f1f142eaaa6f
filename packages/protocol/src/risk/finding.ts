import type { SimulationRiskId } from '../simulation/simulationRules.js'
import type { RiskId } from './rules.js'
import type { RiskSeverity } from './severity.js'

export type Finding<id extends string = RiskId | SimulationRiskId> = {
  readonly id: id
  readonly severity: RiskSeverity
  /** What was found, with the facts, and what to do about it. */
  readonly sentence: string
  /** The call in the tree that it is about, as in CallNode. */
  readonly path: readonly number[]
}
