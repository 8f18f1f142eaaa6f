import type { Address } from 'viem'
import { nouns, writeCount } from '../language.js'
import type { Words } from '../tell/telling.js'
import { listOwnerChanges, type OwnerOutcome } from './ownerOutcome.js'
import { defineRule, type Match, type Review } from './riskRule.js'
import { verbs } from './verbs.js'

/** Compared with the threshold of today, also in a batch that changes twice. */
export const thresholdChange = /*#__PURE__*/ defineRule({
  id: 'threshold-change',
  severities: ['info', 'danger'],
  words: {
    title: 'Change of threshold',
    when: 'The number of required signatures changes. It counts as a danger if fewer are required than before, or if all owners must now sign and did not have to before.',
    why: 'The fewer signatures are needed, the fewer keys have to be stolen. If every owner has to sign, one lost key locks the safe.',
    remedy: 'Make sure that all owners know and agree.',
    many: { one: 'change of the threshold', other: 'changes of the threshold' },
  },
  find(root, review) {
    if (root.node.path.length > 0) return undefined
    return listOwnerChanges(root, review).flatMap(({ changes, outcome }) =>
      changes.flatMap(({ safe, path, threshold: next }) => {
        const now = review.facts.getThreshold(safe)
        if (next === undefined) return []
        const step = { safe, next, now, outcome }
        // What it required before is not known any more.
        if (review.tense !== 'planned')
          return [{ ...tellPast(step, review), path }]
        if (next === now) return []
        return [{ ...judge(step, review), path }]
      }),
    )
  },
})

type Step = {
  safe: Address
  next: bigint
  /** Undefined: not known here. */
  now: bigint | undefined
  outcome: OwnerOutcome
}

function tellPast(step: Step, review: Review): Match<'info'> {
  return { severity: 'info', sentence: describeChange(step, review) }
}

function judge(step: Step, review: Review): Match<'info' | 'danger'> {
  const { next, now, outcome } = step
  const change = describeChange(step, review)
  if (now === undefined || next < now)
    return {
      severity: 'danger',
      sentence: change,
      advice:
        'Fewer owners than today may be enough to move everything: make sure that all owners agree.',
      consequence: describeFewer(next),
    }
  // Where an owner goes for good, that removal says so.
  if (outcome.losesSpare && !outcome.hasRemoval)
    return {
      severity: 'danger',
      sentence: change,
      advice:
        'Then all owners have to sign, so one lost key locks the safe permanently: require fewer signatures than there are owners.',
      consequence: [
        'All owners will have to sign: if one key is lost, the safe is locked permanently',
      ],
    }
  return {
    severity: 'info',
    sentence: change,
    advice: 'Make sure that enough owners can still sign.',
  }
}

function describeChange({ safe, next, now }: Step, { tense }: Review): string {
  const before = now === undefined ? 'an unknown number' : now
  const what = `The safe ${safe} ${verbs.willRequire[tense]} ${writeCount(next, nouns.signature)}`
  return tense === 'planned' ? `${what} instead of ${before}.` : `${what}.`
}

function describeFewer(next: bigint): Words {
  return next <= 1n
    ? ['One owner alone will be able to move everything']
    : [`${writeCount(next, nouns.owner)} will be able to move everything`]
}
