import { type Address, zeroAddress } from 'viem'
import { setGuardMethod, setModuleGuardMethod } from '../calldata/guard.js'
import { isSameAddress } from './address.js'
import { readArguments } from './readArguments.js'
import { defineRule } from './riskRule.js'

export const guardChange = /*#__PURE__*/ defineRule({
  id: 'guard-change',
  severities: ['danger'],
  words: {
    title: 'A guard is set or removed',
    when: 'The transaction guard or the module guard becomes another one, or none.',
    why: 'A guard can refuse every transaction, also the one that would remove it: the safe is locked for good then. Removing one removes its protection.',
    remedy: 'Test a guard on another safe first.',
  },
  find(call) {
    if (!isSameAddress(call.from, call.to)) return undefined
    const ofOwners = readArguments(call, setGuardMethod)
    const ofModules = readArguments(call, setModuleGuardMethod)
    const guard = ofOwners?.guard ?? ofModules?.moduleGuard
    if (guard === undefined) return undefined
    const what = ofOwners ? 'guard' : 'module guard'
    const sentence = describe(what, guard, call.from)
    return { severity: 'danger', sentence }
  },
})

function describe(what: string, guard: Address, safe: Address): string {
  if (guard === zeroAddress)
    return `The ${what} of the safe ${safe} is taken away, and what it forbade becomes possible. Be sure that nobody relies on it.`
  return `The contract ${guard} becomes the ${what} of the safe ${safe} and can refuse every transaction, for ever. Set only a guard whose code you trust.`
}
