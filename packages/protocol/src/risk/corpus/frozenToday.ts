import type { RiskId } from '../rules.js'
import type { RiskSeverity } from '../severity.js'
import { frozen } from './frozen.js'
import { type ExpectedFinding, finding, type RiskCase } from './riskCase.js'

/**
 * What was decided since the frozen cases were written: an owner whom nobody
 * knows, and a safe without a spare key, are dangers.
 */
const graver = new Map<string, RiskId>([
  ['new owner at the same threshold', 'owner-change'],
  ['new owner who can act alone', 'owner-change'],
  ['owner swapped in the middle of a payroll', 'owner-change'],
  ['owner added through a leg to the zero address', 'owner-change'],
  ['take-over in one batch', 'owner-change'],
  ['threshold raised', 'threshold-change'],
])

/** Look-alikes are dangers, and one end alone is a warning. */
const lookAlikes: Partial<Record<RiskSeverity, RiskSeverity>> = {
  warning: 'danger',
  info: 'warning',
}

/** What rules find that are younger than the cases. */
const added = new Map<string, ExpectedFinding>([
  [
    'one leg goes to an address without code',
    finding('approval-to-account', 'danger', [0]),
  ],
])

export const frozenToday: readonly RiskCase[] = frozen.map((one) => ({
  ...one,
  expected: [
    ...one.expected.map((expected) => ({
      ...expected,
      severity: judgeToday(one.name, expected),
    })),
    ...[added.get(one.name) ?? []].flat(),
  ],
}))

function judgeToday(
  name: string,
  { id, severity }: ExpectedFinding,
): RiskSeverity {
  if (graver.get(name) === id) return 'danger'
  if (id === 'look-alike-recipient') return lookAlikes[severity] ?? severity
  // A published migration warns, and is not above a change of owners.
  if (id === 'singleton-change' && severity === 'danger') return 'warning'
  return severity
}
