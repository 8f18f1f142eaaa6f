import type { Finding } from '../risk/finding.js'
import { simulationRules } from './simulationRules.js'

const {
  'would-fail': {
    words: { title, many },
  },
} = simulationRules

/** A simulation that did not succeed; its report says why. */
export function findFailure({
  status,
  path = [],
}: {
  /** failed: the nonce is used up. reverted: nothing happens at all. */
  status: 'success' | 'failed' | 'reverted'
  /** The call that fails, where that is known. */
  path?: readonly number[] | undefined
}): Finding<'would-fail'>[] {
  if (status === 'success') return []
  const isUsedUp = status === 'failed'
  return [
    {
      id: 'would-fail',
      severity: 'danger',
      title,
      many,
      path,
      sentence: isUsedUp
        ? 'This transaction fails in the simulation: executing it would use up its nonce and do nothing else. Fix the cause before you sign.'
        : 'This transaction fails in the simulation: it could not be executed. Fix the cause before you sign.',
      consequence: isUsedUp
        ? ['This transaction will most likely fail and use up its nonce']
        : ['This transaction will most likely fail and do nothing'],
    },
  ]
}
