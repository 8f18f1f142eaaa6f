import {
  type Call,
  disableModuleMethod,
  enableModuleMethod,
  encodeMethod,
} from '@covault/protocol'
import type { Address } from 'viem'

/** Head of the contract's linked list. */
const sentinel = '0x0000000000000000000000000000000000000001'

/**
 * The calls from the present modules, in the order of the chain, to the wanted
 * ones. A module is disabled by naming the one before it in the list, as the
 * calls before have left it; what is enabled comes to the head.
 */
export function planModules({
  safe,
  present,
  disabled,
  enabled,
}: {
  safe: Address
  present: readonly Address[]
  disabled: readonly Address[]
  enabled: readonly Address[]
}): Call[] {
  const list = [...present]
  const removals = disabled.map((module) => {
    const position = list.indexOf(module)
    const prevModule = list[position - 1] ?? sentinel
    list.splice(position, 1)
    return encodeMethod(disableModuleMethod, { prevModule, module })
  })
  const additions = enabled.map((module) =>
    encodeMethod(enableModuleMethod, { module }),
  )
  return [...removals, ...additions].map((data) => ({
    to: safe,
    value: 0n,
    data,
    operation: 0,
  }))
}
