/** From the mildest to the gravest; danger needs a tick, block a typed word. */
export const severities = ['info', 'warning', 'danger', 'block'] as const

export type RiskSeverity = (typeof severities)[number]

/** Negative if `a` is the graver one. */
export function compareSeverity(a: RiskSeverity, b: RiskSeverity): number {
  return severities.indexOf(b) - severities.indexOf(a)
}
