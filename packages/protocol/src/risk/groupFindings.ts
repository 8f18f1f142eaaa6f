import type { Address } from 'viem'
import { writeCount } from '../language.js'
import type { Finding } from './finding.js'
import type { MessageFinding } from './findMessageRisks.js'
import { compareSeverity, type RiskSeverity } from './severity.js'

type AnyFinding = Finding | MessageFinding

/** Findings that say the same of several calls. */
export type FindingGroup<Found extends AnyFinding = Finding> = {
  readonly id: Found['id']
  readonly severity: RiskSeverity
  /** The title of the one, or the count of all. */
  readonly title: string
  readonly findings: readonly [Found, ...Found[]]
  /** Everybody they are about, once. */
  readonly subjects: readonly Address[]
}

/** One group per rule, severity and wording, gravest first. */
export function groupFindings<Found extends AnyFinding>(
  findings: readonly Found[],
): FindingGroup<Found>[] {
  const groups = new Map<string, [Found, ...Found[]]>()
  for (const finding of findings) {
    const key = toKey(finding)
    const group = groups.get(key)
    if (group) group.push(finding)
    else groups.set(key, [finding])
  }
  return [...groups.values()]
    .map((group) => toGroup(group))
    .toSorted((a, b) => compareSeverity(a.severity, b.severity))
}

/** Each look-alike has two addresses of its own to be compared. */
function toKey(finding: AnyFinding): string {
  const { id, severity, many, lookAlike } = finding
  const place = lookAlike && 'path' in finding ? finding.path.join('.') : ''
  return [id, severity, many.other, place].join(' ')
}

function toGroup<Found extends AnyFinding>(
  findings: [Found, ...Found[]],
): FindingGroup<Found> {
  const [{ id, severity, title, many }] = findings
  const all = findings.map(listSubjects)
  const subjects = [...new Set(all.flat())]
  const isAboutAll = all.every(({ length }) => length > 0)
  const count = isAboutAll ? subjects.length : findings.length
  return {
    id,
    severity,
    title: count > 1 ? writeCount(count, many) : title,
    findings,
    subjects,
  }
}

/** A message is one thing: its findings name nobody to be counted. */
function listSubjects(finding: AnyFinding): readonly Address[] {
  return 'subjects' in finding ? (finding.subjects ?? []) : []
}
