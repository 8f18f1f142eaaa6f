import { isReplayable } from '../safeVersion.js'
import { defineRule } from './riskRule.js'

export const replayableSignature = /*#__PURE__*/ defineRule({
  id: 'replayable-signature',
  severities: ['danger'],
  words: {
    title: 'Valid on every network',
    when: 'The safe is older than 1.3.0: the chain is no part of what its owners sign.',
    why: 'Where a safe with the same address and owners exists, the same signature moves its money as well.',
    remedy: 'Update the safe. Sign only what you would sign on every network.',
  },
  find({ node, cutOff }, { domain }) {
    if (node.path.length > 0 || cutOff || !isReplayable(domain.version))
      return undefined
    return {
      severity: 'danger',
      sentence: `Safes of version ${domain.version} sign without the chain's id: this signature also executes on every other chain where ${domain.safe} is a safe with the same owners. Update the safe, or be sure that there is none.`,
    }
  },
})
