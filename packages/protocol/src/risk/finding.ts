import type { Plural } from '../language.js'
import type { SimulationRiskId } from '../simulation/simulationRules.js'
import type { FindingDetails } from './findingDetails.js'
import type { RiskId } from './rules.js'
import type { RiskSeverity } from './severity.js'

export type Finding<id extends string = RiskId | SimulationRiskId> =
  FindingDetails & {
    readonly id: id
    readonly severity: RiskSeverity
    /** What the rule is about, in a few words. */
    readonly title: string
    readonly many: Plural
    /** The call in the tree that it is about, as in CallNode. */
    readonly path: readonly number[]
  }
