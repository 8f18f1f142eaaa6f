/** What can be moved in, by what it is called in the report. */
const kinds = ['Transactions', 'Signatures', 'Messages', 'Proposers'] as const
export type Kind = (typeof kinds)[number]

/** What became of everything that the other service told. */
export type Report = ReturnType<typeof createReport>

export function createReport() {
  const counts = new Map<Kind, { taken: number; known: number }>(
    kinds.map((kind) => [kind, { taken: 0, known: 0 }]),
  )
  const refused: { kind: Kind; line: string }[] = []
  const left: { kind: Kind; line: string }[] = []
  const count = (kind: Kind, what: 'taken' | 'known', number: number) => {
    const found = counts.get(kind)
    if (found) found[what] += number
  }
  const countAll = () =>
    kinds.map((kind) => ({
      kind,
      ...(counts.get(kind) ?? { taken: 0, known: 0 }),
      refused: refused.filter((each) => each.kind === kind).length,
      left: left.filter((each) => each.kind === kind).length,
    }))
  return {
    take: (kind: Kind, number = 1) => count(kind, 'taken', number),
    /** It was here before. */
    know: (kind: Kind, number = 1) => count(kind, 'known', number),
    refuse: (kind: Kind, line: string) => refused.push({ kind, line }),
    /** Nothing is wrong with it, but it cannot be taken. */
    leave: (kind: Kind, line: string) => left.push({ kind, line }),
    refusals: () => refused.length,
    /** What was refused, in words. */
    listRefused: () => refused.map(({ line }) => line),
    /** What nothing is wrong with, and why it is not taken. */
    listLeft: () => left.map(({ line }) => line),
    count: countAll,
    hasTaken: () => [...counts.values()].some(({ taken }) => taken > 0),
    write: (): string[] => [
      ...countAll().map(({ kind, taken, known, ...others }) => {
        const parts = [
          `${taken} taken`,
          ...(known > 0 ? [`${known} already here`] : []),
          ...(others.refused > 0 ? [`${others.refused} refused`] : []),
          ...(others.left > 0 ? [`${others.left} not taken`] : []),
        ]
        return `  ${`${kind}:`.padEnd(14)}${parts.join(', ')}`
      }),
      ...section('Refused', refused),
      ...section('Not taken', left),
    ],
  }
}

function section(title: string, list: readonly { line: string }[]): string[] {
  return list.length === 0
    ? []
    : [title, ...list.map(({ line }) => `  ${line}`)]
}
