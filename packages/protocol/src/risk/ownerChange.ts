import type { Address } from 'viem'
import { listWords, nouns, writeCount } from '../language.js'
import { party } from '../tell/parts.js'
import type { Words } from '../tell/telling.js'
import type { FactIndex } from './factIndex.js'
import {
  listOwnerChanges,
  type OwnerChange,
  type OwnerOutcome,
} from './ownerOutcome.js'
import { defineRule, type Match } from './riskRule.js'

/**
 * Judged once for the whole transaction: what counts is who decides when all
 * of it is done.
 */
export const ownerChange = /*#__PURE__*/ defineRule({
  id: 'owner-change',
  severities: ['info', 'warning', 'danger'],
  words: {
    title: 'Owners change',
    when: 'An owner is added, removed or replaced. A removal counts as a warning. The change counts as a danger if the new owner is not in your address book, or if all remaining owners must now sign and did not have to before.',
    why: 'Owners control everything. One wrong digit locks an owner out or lets a stranger in, and if all owners must sign, the loss of one key locks the safe.',
    remedy: 'Check every digit with the owners through another channel.',
    many: { one: 'change of owners', other: 'changes of owners' },
  },
  find(root, { facts }) {
    if (root.node.path.length > 0) return undefined
    return listOwnerChanges(root, facts).flatMap(({ changes, outcome }) =>
      changes.flatMap((change) => judge(change, { outcome, facts })),
    )
  },
})

function judge(
  change: OwnerChange,
  { outcome, facts }: { outcome: OwnerOutcome; facts: FactIndex },
): readonly Match<'info' | 'warning' | 'danger'>[] {
  const { path, newcomer, removed } = change
  if (!newcomer && !removed) return []
  const subjects = [newcomer ?? [], removed ?? []].flat()
  const details = { path, subjects, sentence: describe(change, outcome) }
  if (newcomer && !facts.isKnown(newcomer)) {
    const consequence = describeStranger(newcomer, outcome)
    return [{ ...details, severity: 'danger', consequence }]
  }
  if (!newcomer && outcome.losesSpare)
    return [{ ...details, severity: 'danger', consequence: noSpare }]
  const isMild = newcomer && !outcome.doubt
  return [{ ...details, severity: isMild ? 'info' : 'warning' }]
}

const noSpare: Words = [
  'All remaining owners will have to sign: if one key is lost, the safe is locked permanently',
]

function describe(
  { safe, newcomer, removed }: OwnerChange,
  { doubt, losesSpare }: OwnerOutcome,
): string {
  const what = (() => {
    if (newcomer && removed)
      return `${newcomer} replaces ${removed} as an owner of the safe ${safe}.`
    if (newcomer) return `${newcomer} becomes an owner of the safe ${safe}.`
    return `${removed} is no longer an owner of the safe ${safe}.`
  })()
  const spare = losesSpare
    ? 'All remaining owners will have to sign, so one lost key locks the safe permanently.'
    : undefined
  const check = 'Check every digit with the owners through another channel.'
  return [what, doubt, spare, check].filter(Boolean).join(' ')
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
