import { isReplayable } from '../safeVersion.js'
import type { RiskRule } from './riskRule.js'

export const replayableSignature: RiskRule<'replayable-signature'> = {
  id: 'replayable-signature',
  find({ node, cutOff }, { domain }) {
    if (node.path.length > 0 || cutOff || !isReplayable(domain.version))
      return undefined
    return {
      severity: 'danger',
      sentence: `Safes of version ${domain.version} sign without the chain's id: this signature also executes on every other chain where ${domain.safe} is a safe with the same owners. Update the safe, or be sure that there is none.`,
    }
  },
}
