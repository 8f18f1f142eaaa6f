import type { Endpoint, LiveEventName, SafeReference } from '@covault/api'
import type { QueryKey } from '@tanstack/react-query'

/** What an answer is about, which says when it may have become another. */
type About = {
  path: string
  touchedBy: readonly LiveEventName[]
  safes: readonly SafeReference[]
}

/** The key of what the gateway says; `asked` is all else that it depends on. */
export function gatewayKey(
  { path, touchedBy = [] }: Endpoint,
  parameters: { safes?: readonly SafeReference[]; asked?: unknown } = {},
): readonly ['gateway', About, unknown] {
  const { safes = [], asked = null } = parameters
  return ['gateway', { path, touchedBy, safes: safes.map(toReference) }, asked]
}

/** Undefined: nothing that the gateway says. */
export function readAbout([source, about]: QueryKey): About | undefined {
  return source === 'gateway' ? (about as About) : undefined
}

/** Callers have places that know more of a safe. */
function toReference({ chainId, address }: SafeReference): SafeReference {
  return { chainId, address }
}
