import { disableModuleMethod, enableModuleMethod } from '../calldata/modules.js'
import { isSameAddress } from './address.js'
import { readArguments } from './readArguments.js'
import type { RiskRule } from './riskRule.js'

export const moduleChange: RiskRule<'module-change'> = {
  id: 'module-change',
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
}
