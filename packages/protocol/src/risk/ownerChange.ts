import {
  addOwnerWithThresholdMethod,
  removeOwnerMethod,
  swapOwnerMethod,
} from '../calldata/owners.js'
import { isSameAddress } from './address.js'
import { readArguments } from './readArguments.js'
import type { RiskCall, RiskRule } from './riskRule.js'

export const ownerChange: RiskRule<'owner-change'> = {
  id: 'owner-change',
  find(call) {
    if (!isSameAddress(call.from, call.to)) return undefined
    const change = describeChange(call)
    if (change === undefined) return undefined
    const sentence = `${change} Check every digit with the owners over another channel.`
    return { severity: 'warning', sentence }
  },
}

function describeChange(call: RiskCall): string | undefined {
  const safe = call.from
  const added = readArguments(call, addOwnerWithThresholdMethod)
  if (added) return `${added.owner} becomes an owner of the safe ${safe}.`
  const removed = readArguments(call, removeOwnerMethod)
  if (removed)
    return `${removed.owner} is no longer an owner of the safe ${safe}.`
  const swapped = readArguments(call, swapOwnerMethod)
  if (swapped)
    return `${swapped.newOwner} becomes an owner of the safe ${safe} in the place of ${swapped.oldOwner}.`
  return undefined
}
