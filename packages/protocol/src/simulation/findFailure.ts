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
        ? 'This transaction fails in the simulation. As things are now, executing it uses up its nonce and costs the network fee, and changes nothing else.'
        : 'This transaction fails in the simulation. As things are now it can’t be executed, and trying costs the network fee.',
      consequence: isUsedUp
        ? ['This transaction would fail now and use up its nonce']
        : [
            'This transaction would fail now, and sending it costs the network fee',
          ],
    },
  ]
}
