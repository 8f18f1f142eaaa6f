import { type Address, zeroAddress } from 'viem'
import { setGuardMethod, setModuleGuardMethod } from '../calldata/guard.js'
import { party } from '../tell/parts.js'
import type { Tense, Words } from '../tell/telling.js'
import { isSameAddress } from './address.js'
import { readArguments } from './readArguments.js'
import { defineRule } from './riskRule.js'
import { verbs } from './verbs.js'

export const guardChange = /*#__PURE__*/ defineRule({
  id: 'guard-change',
  severities: ['danger'],
  words: {
    title: 'Change of guard',
    when: 'A transaction guard or module guard is set or removed.',
    why: 'A guard can refuse every transaction, even the one that removes it: the safe is then locked permanently. Removing a guard removes its protection.',
    remedy: 'Test a guard on another safe first.',
    many: { one: 'change of guards', other: 'changes of guards' },
  },
  find(call, { tense }) {
    if (!isSameAddress(call.from, call.to)) return undefined
    const ofOwners = readArguments(call, setGuardMethod)
    const ofModules = readArguments(call, setModuleGuardMethod)
    const guard = ofOwners?.guard ?? ofModules?.moduleGuard
    if (guard === undefined) return undefined
    const what = ofOwners ? 'guard' : 'module guard'
    return {
      severity: 'danger',
      ...describe(what, { guard, safe: call.from, tense }),
    }
  },
})

function describe(
  what: string,
  { guard, safe, tense }: { guard: Address; safe: Address; tense: Tense },
): { sentence: string; advice: string; consequence: Words } {
  if (guard === zeroAddress)
    return {
      sentence: `The ${what} of the safe ${safe} ${verbs.isRemoved[tense]}. Transactions that it refused ${verbs.become[tense]} possible.`,
      advice: 'Make sure that no one relies on it.',
      consequence: [`The ${what} will no longer protect the safe`],
    }
  return {
    sentence: `The contract ${guard} ${verbs.becomes[tense]} the ${what} of the safe ${safe} and ${verbs.can[tense]} refuse every transaction forever.`,
    advice: 'Set only a guard whose code you trust.',
    consequence: [
      'The contract ',
      party(guard),
      ' will be able to refuse every transaction, even its own removal',
    ],
  }
}
