import { expect, test } from 'vitest'
import { decodeCall } from '../decodeCall.js'
import { frozenToday } from './corpus/frozenToday.js'
import type { ExpectedFinding, RiskCase } from './corpus/riskCase.js'
import { wide } from './corpus/wide.js'
import type { Finding } from './finding.js'
import { findRisks } from './findRisks.js'
import { riskSeverities } from './rules.js'

const corpora = [
  { corpus: 'frozen', cases: frozenToday },
  { corpus: 'wide', cases: wide },
] as const

test.each(corpora)(
  'finds all of the $corpus cases and nothing else',
  ({ corpus, cases }) => {
    const results = cases.map(judge)
    process.stdout.write(`${report(corpus, results)}\n`)
    expect(results.flatMap(({ missed }) => missed)).toEqual([])
    expect(results.flatMap(({ falseAlarms }) => falseAlarms)).toEqual([])
  },
)

type Result = { expected: string[]; missed: string[]; falseAlarms: string[] }

/** Another severity or another place is a miss and a false alarm at once. */
function judge({
  name,
  domain,
  transaction,
  facts,
  expected,
}: RiskCase): Result {
  const tree = decodeCall(transaction, { safe: domain.safe })
  // No case states it: it follows from the tree alone, see rules.test.ts.
  const findings = findRisks({ domain, transaction, tree, facts }).filter(
    ({ id }) => id !== 'unreadable-call',
  )
  const missed = expected.filter(
    (one) => !findings.some((finding) => isSame(one, finding)),
  )
  const falseAlarms = findings.filter(
    (finding) => !expected.some((one) => isSame(one, finding)),
  )
  const label = (one: ExpectedFinding | Finding) =>
    `${one.id} ${one.severity} at [${one.path?.join('.') ?? 'any'}]: ${name}`
  return {
    expected: expected.map(label),
    missed: missed.map(label),
    falseAlarms: falseAlarms.map(label),
  }
}

function isSame(expected: ExpectedFinding, finding: Finding): boolean {
  return (
    expected.id === finding.id &&
    expected.severity === finding.severity &&
    (expected.path === undefined ||
      expected.path.join('.') === finding.path.join('.'))
  )
}

function report(corpus: string, results: readonly Result[]): string {
  const lines = ['', ...Object.keys(riskSeverities)].map((id) => {
    const count = (key: keyof Result) =>
      results
        .flatMap((result) => result[key])
        .filter((label) => label.startsWith(id && `${id} `)).length
    const expected = count('expected')
    const found = expected - count('missed')
    const recall = expected === 0 ? '-' : ((100 * found) / expected).toFixed(1)
    const share = `${found}/${expected}`
    return `${(id || 'all').padEnd(28)} ${share.padStart(9)} ${recall.padStart(7)} % ${String(count('falseAlarms')).padStart(7)}`
  })
  const [all = '', ...rules] = lines
  const head = `${'rule'.padEnd(28)} ${'found'.padStart(9)} ${'recall'.padStart(9)} ${'false'.padStart(7)}`
  const title = `Risk rules on the ${corpus} corpus of ${results.length} cases`
  return [title, head, ...rules, all].join('\n')
}
