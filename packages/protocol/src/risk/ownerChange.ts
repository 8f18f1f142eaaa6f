import type { Address } from 'viem'
import { listWords, nouns, writeCount } from '../language.js'
import { party } from '../tell/parts.js'
import type { Words } from '../tell/telling.js'
import {
  listOwnerChanges,
  type OwnerChange,
  type OwnerOutcome,
} from './ownerOutcome.js'
import { defineRule, type Match, type Review } from './riskRule.js'
import { verbs } from './verbs.js'

/**
 * Judged once for the whole transaction: what counts is who decides when all
 * of it is done.
 */
export const ownerChange = /*#__PURE__*/ defineRule({
  id: 'owner-change',
  severities: ['info', 'warning', 'danger'],
  words: {
    title: 'Change of owners',
    when: 'An owner is added, removed or replaced. A removal counts as a warning. The change counts as a danger if the new owner is not in your address book, or if all owners must now sign and did not have to before.',
    why: 'Owners control everything. One wrong digit locks an owner out or lets a stranger in, and if all owners must sign, the loss of one key locks the safe.',
    remedy:
      'Have the new owner confirm every digit outside Covault, for example by telephone.',
    many: { one: 'change of owners', other: 'changes of owners' },
  },
  find(root, review) {
    if (root.node.path.length > 0) return undefined
    return listOwnerChanges(root, review).flatMap(({ changes, outcome }) =>
      changes.flatMap((change) => judge(change, { outcome, review })),
    )
  },
})

function judge(
  change: OwnerChange,
  { outcome, review }: { outcome: OwnerOutcome; review: Review },
): readonly Match<'info' | 'warning' | 'danger'>[] {
  const { path, newcomer, removed } = change
  if (!newcomer && !removed) return []
  const subjects = [newcomer ?? [], removed ?? []].flat()
  const details = {
    path,
    subjects,
    sentence: describe(change, { outcome, review }),
    advice: newcomer
      ? 'Have the new owner confirm every digit outside Covault, for example by telephone.'
      : 'Ask the other owners outside Covault, for example by telephone.',
  }
  if (newcomer && !review.facts.isKnown(newcomer)) {
    const consequence = describeStranger(newcomer, outcome)
    return [{ ...details, severity: 'danger', consequence }]
  }
  if (!newcomer && outcome.losesSpare)
    return [{ ...details, severity: 'danger', consequence: noSpare(outcome) }]
  const isMild = newcomer && !outcome.doubt
  return [{ ...details, severity: isMild ? 'info' : 'warning' }]
}

function noSpare({ threshold }: OwnerOutcome): Words {
  const isLastKey = threshold === 1n
  return [
    isLastKey
      ? 'Only one owner will be left: if that key is lost, the safe is locked permanently'
      : 'All remaining owners will have to sign: if one key is lost, the safe is locked permanently',
  ]
}

function describe(
  { safe, newcomer, removed }: OwnerChange,
  {
    outcome: { doubt, losesSpare, threshold },
    review: { tense },
  }: { outcome: OwnerOutcome; review: Review },
): string {
  const what = (() => {
    if (newcomer && removed)
      return `${newcomer} ${verbs.replaces[tense]} ${removed} as an owner of the safe ${safe}.`
    if (newcomer)
      return `${newcomer} ${verbs.becomes[tense]} an owner of the safe ${safe}.`
    return `${removed} ${verbs.isNoLonger[tense]} an owner of the safe ${safe}.`
  })()
  const isLastKey = threshold === 1n
  const spare = isLastKey
    ? 'Only one owner will be left, so losing that key locks the safe permanently.'
    : 'All remaining owners will have to sign, so one lost key locks the safe permanently.'
  return [what, doubt, losesSpare ? spare : undefined].filter(Boolean).join(' ')
}

function describeStranger(
  newcomer: Address,
  { newcomers, threshold }: OwnerOutcome,
): Words {
  if (threshold === 1n)
    return [party(newcomer), ' will be able to move everything alone']
  if (threshold !== undefined && BigInt(newcomers.length) >= threshold)
    return [
      ...listWords(newcomers.map((one) => [party(one)])),
      ' together will be able to move everything',
    ]
  const share =
    threshold === undefined
      ? 'one of the signatures'
      : `one of the ${writeCount(threshold, nouns.signature)}`
  return [party(newcomer), ` will be an owner and can give ${share} needed`]
}
