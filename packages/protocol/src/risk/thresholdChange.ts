import {
  addOwnerWithThresholdMethod,
  changeThresholdMethod,
  removeOwnerMethod,
} from '../calldata/owners.js'
import { isSameAddress } from './address.js'
import { readArguments } from './readArguments.js'
import { defineRule } from './riskRule.js'

/** Compared with the threshold of today, also in a batch that changes twice. */
export const thresholdChange = /*#__PURE__*/ defineRule({
  id: 'threshold-change',
  severities: ['info', 'danger'],
  words: {
    title: 'The threshold changes',
    when: 'Another number of confirmations is needed afterwards. More are only told; it is a danger if fewer are enough than before.',
    why: 'With fewer confirmations fewer keys have to be stolen; with as many as there are owners, one lost key locks the safe.',
    remedy: 'Be sure that all owners know and agree.',
  },
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
})
