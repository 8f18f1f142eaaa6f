import { disableModuleMethod, enableModuleMethod } from '../calldata/modules.js'
import { isSameAddress } from './address.js'
import { readArguments } from './readArguments.js'
import { defineRule } from './riskRule.js'

export const moduleChange = /*#__PURE__*/ defineRule({
  id: 'module-change',
  severities: ['warning', 'danger'],
  words: {
    title: 'A module comes or goes',
    when: 'A module is enabled or disabled.',
    why: 'A module moves everything without any signature of an owner. Enabling one is as much as handing over the safe to its code.',
    remedy: 'Know the code. Disabling one you use stops what depends on it.',
  },
  find(call) {
    if (!isSameAddress(call.from, call.to)) return undefined
    const enabled = readArguments(call, enableModuleMethod)
    if (enabled)
      return {
        severity: 'danger',
        sentence: `The module ${enabled.module} may move everything in the safe ${call.from} without any owner's signature. Enable only modules whose code you trust.`,
      }
    const disabled = readArguments(call, disableModuleMethod)
    if (disabled === undefined) return undefined
    return {
      severity: 'warning',
      sentence: `The module ${disabled.module} loses its rights over the safe ${call.from}. Check what depends on it, such as spending limits or recovery.`,
    }
  },
})
