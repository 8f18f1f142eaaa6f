import { disableModuleMethod, enableModuleMethod } from '../calldata/modules.js'
import { party } from '../tell/parts.js'
import { isSameAddress } from './address.js'
import { readArguments } from './readArguments.js'
import { defineRule } from './riskRule.js'
import { verbs } from './verbs.js'

export const moduleChange = /*#__PURE__*/ defineRule({
  id: 'module-change',
  severities: ['warning', 'danger'],
  words: {
    title: 'Change of modules',
    when: 'A module is enabled, which counts as a danger, or disabled, which counts as a warning.',
    why: 'A module can move everything without any signature. Enabling one hands the safe over to its code.',
    remedy:
      'Enable only modules whose code you trust. Disabling one stops what depends on it.',
    many: { one: 'change of modules', other: 'changes of modules' },
  },
  find(call, { tense }) {
    if (!isSameAddress(call.from, call.to)) return undefined
    const enabled = readArguments(call, enableModuleMethod)
    if (enabled)
      return {
        severity: 'danger',
        sentence: `The module ${enabled.module} ${verbs.willBeAble[tense]} move everything in the safe ${call.from} without any signature.`,
        advice: 'Enable only modules whose code you trust.',
        consequence: [
          'The module ',
          party(enabled.module),
          ' will be able to move everything without any signature',
        ],
        subjects: [enabled.module],
      }
    const disabled = readArguments(call, disableModuleMethod)
    if (disabled === undefined) return undefined
    return {
      severity: 'warning',
      sentence: `The module ${disabled.module} ${verbs.loses[tense]} its rights over the safe ${call.from}.`,
      advice: 'Check what depends on it, such as spending limits or recovery.',
      subjects: [disabled.module],
    }
  },
})
