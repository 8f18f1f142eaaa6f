import { setFallbackHandlerMethod } from '../calldata/fallbackHandler.js'
import { isSameAddress } from './address.js'
import { readArguments } from './readArguments.js'
import type { RiskRule } from './riskRule.js'

export const handlerChange: RiskRule<'handler-change'> = {
  id: 'handler-change',
  find(call) {
    if (!isSameAddress(call.from, call.to)) return undefined
    const change = readArguments(call, setFallbackHandlerMethod)
    if (change === undefined) return undefined
    return {
      severity: 'danger',
      sentence: `${change.handler} becomes the fallback handler of the safe ${call.from}: it decides which messages count as signed by the safe, and answers every call that the safe itself does not know. Set only a published handler.`,
    }
  },
}
