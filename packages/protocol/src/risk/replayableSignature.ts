import { isReplayable } from '../safeVersion.js'
import { defineRule } from './riskRule.js'

export const replayableSignature = /*#__PURE__*/ defineRule({
  id: 'replayable-signature',
  severities: ['danger'],
  words: {
    title: 'Valid on every network',
    when: 'The safe is older than 1.3.0, so its owners sign without a chain ID.',
    why: 'If a safe with the same address and owners exists on another network, the same signature moves the money of that safe too.',
    remedy: 'Upgrade the safe. Sign only what you would sign on every network.',
    many: {
      one: 'signature valid on every network',
      other: 'signatures valid on every network',
    },
  },
  find({ node, cutOff }, { domain }) {
    if (node.path.length > 0 || cutOff || !isReplayable(domain.version))
      return undefined
    return {
      severity: 'danger',
      sentence: `Safes of version ${domain.version} sign without a chain ID: this signature is also valid on every other network where ${domain.safe} is a safe with the same owners.`,
      advice: 'Upgrade the safe, or make sure that no other such safe exists.',
      consequence: [
        'This signature will be valid on every network where the safe exists',
      ],
    }
  },
})
