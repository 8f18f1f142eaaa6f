import { collectiblesScenario } from './collectibles.js'
import { legacyScenario } from './legacy.js'
import { namesScenario } from './names.js'
import { nestedScenario } from './nested.js'
import { nuisanceScenario } from './nuisance.js'
import { personalScenario } from './personal.js'
import { pricesScenario } from './prices.js'
import type { Scenario } from './scenario.js'
import { spendingLimitScenario } from './spendingLimit.js'
import { treasuryScenario } from './treasury.js'

/** The demo world. */
export const scenarios: readonly Scenario[] = [
  treasuryScenario,
  personalScenario,
  nestedScenario,
  legacyScenario,
  spendingLimitScenario,
  collectiblesScenario,
  nuisanceScenario,
  pricesScenario,
  namesScenario,
]
