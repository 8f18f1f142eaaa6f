import type { FoundIn } from '../../trust/signable.js'

/** The rules were applied and found no danger: what its button may suggest. */
export function isHarmless(
  findings: readonly Pick<FoundIn, 'severity'>[] | undefined,
): boolean {
  return Boolean(
    findings?.every(
      ({ severity }) => severity !== 'danger' && severity !== 'block',
    ),
  )
}
