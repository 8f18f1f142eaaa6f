import {
  addOwnerWithThresholdMethod,
  changeThresholdMethod,
  removeOwnerMethod,
} from '../calldata/owners.js'
import { isSameAddress } from './address.js'
import { readArguments } from './readArguments.js'
import type { RiskRule } from './riskRule.js'

/** Compared with the threshold of today, also in a batch that changes twice. */
export const thresholdChange: RiskRule<'threshold-change'> = {
  id: 'threshold-change',
  find(call, { facts }) {
    if (!isSameAddress(call.from, call.to)) return undefined
    const next = (
      readArguments(call, changeThresholdMethod) ??
      readArguments(call, addOwnerWithThresholdMethod) ??
      readArguments(call, removeOwnerMethod)
    )?.threshold
    if (next === undefined) return undefined
    const now = facts.getThreshold(call.from)
    if (next === now) return undefined
    const lowers = now === undefined || next < now
    return {
      severity: lowers ? 'danger' : 'info',
      sentence: `The safe ${call.from} will need ${next} confirmations instead of ${now ?? 'a number that is not known here'}. ${lowers ? 'Fewer owners than today may be enough to move everything: be sure that all of them agree.' : 'Be sure that as many owners can still sign.'}`,
    }
  },
}
