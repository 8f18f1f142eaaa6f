import { type Address, zeroAddress } from 'viem'
import { setGuardMethod, setModuleGuardMethod } from '../calldata/guard.js'
import { isSameAddress } from './address.js'
import { readArguments } from './readArguments.js'
import type { RiskRule } from './riskRule.js'

export const guardChange: RiskRule<'guard-change'> = {
  id: 'guard-change',
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
}

function describe(what: string, guard: Address, safe: Address): string {
  if (guard === zeroAddress)
    return `The ${what} of the safe ${safe} is taken away, and what it forbade becomes possible. Be sure that nobody relies on it.`
  return `The contract ${guard} becomes the ${what} of the safe ${safe} and can refuse every transaction, for ever. Set only a guard whose code you trust.`
}
