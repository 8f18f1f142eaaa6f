import type { Address } from 'viem'
import { writeCount } from '../language.js'
import type { Finding } from './finding.js'
import { compareSeverity, type RiskSeverity } from './severity.js'

/** Findings that say the same of several calls. */
export type FindingGroup = {
  readonly id: Finding['id']
  readonly severity: RiskSeverity
  /** The title of the one, or the count of all. */
  readonly title: string
  readonly findings: readonly [Finding, ...Finding[]]
  /** Everybody they are about, once. */
  readonly subjects: readonly Address[]
}

/** One group per rule, severity and wording, gravest first. */
export function groupFindings(findings: readonly Finding[]): FindingGroup[] {
  const groups = new Map<string, [Finding, ...Finding[]]>()
  for (const finding of findings) {
    const key = toKey(finding)
    const group = groups.get(key)
    if (group) group.push(finding)
    else groups.set(key, [finding])
  }
  return [...groups.values()]
    .map(toGroup)
    .toSorted((a, b) => compareSeverity(a.severity, b.severity))
}

/** Each look-alike has two addresses of its own to be compared. */
function toKey({ id, severity, many, path, lookAlike }: Finding): string {
  const place = lookAlike ? path.join('.') : ''
  return [id, severity, many.other, place].join(' ')
}

function toGroup(findings: [Finding, ...Finding[]]): FindingGroup {
  const [{ id, severity, title, many }] = findings
  const subjects = [...new Set(findings.flatMap((one) => one.subjects ?? []))]
  const isAboutAll = findings.every((one) => one.subjects?.length)
  const count = isAboutAll ? subjects.length : findings.length
  return {
    id,
    severity,
    title: findings.length > 1 ? writeCount(count, many) : title,
    findings,
    subjects,
  }
}
