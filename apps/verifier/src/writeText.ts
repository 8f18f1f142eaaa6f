import type { Line, Report } from './report.js'

/** As a terminal shows it. */
export function writeText(report: Report): string {
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', title, ...lines.map(writeLine)]
  const pairs = (lines: readonly Line[]) =>
    lines.map(({ name, value }) => `${name}: ${value}`)
  return [
    report.title,
    ...(report.contradiction ? ['', `DANGER ${report.contradiction}`] : []),
    ...list('What you sign', pairs(report.fields)),
    ...list('Contract calls', report.calls),
    ...list(
      'Findings',
      report.risks.map(({ level, text }) => `${level.toUpperCase()} ${text}`),
    ),
    ...list('Compare with your other screen', pairs(report.hashes)),
    '',
  ].join('\n')
}

/** Further lines of a text stand behind a bar: none of them is one of ours. */
function writeLine(line: string): string {
  return `  ${line.replaceAll('\n', '\n    | ')}`
}
