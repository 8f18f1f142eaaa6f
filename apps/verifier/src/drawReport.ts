import type { Report } from './report.js'

/** The findings first, then what is compared, then what is signed. */
export function drawReport(report: Report): HTMLElement[] {
  const { title, contradiction, risks, hashes, fields, calls } = report
  return [
    element('h2', title),
    ...(contradiction ? [drawNote('danger', contradiction)] : []),
    ...risks.map(({ level, text }) => drawNote(level, text)),
    ...hashes.filter(({ name }) => name === sixWords).map(drawWords),
    element('h3', 'Compare with your other screen'),
    drawList(hashes.filter(({ name }) => name !== sixWords)),
    ...(calls.length > 0
      ? [
          element('h3', 'Contract calls'),
          ...calls.map((one) => element('p', one, 'call')),
        ]
      : []),
    element('h3', 'What you sign'),
    drawList(fields),
  ]
}

const sixWords = 'Six words'

export function drawNote(level: string, text: string): HTMLElement {
  const note = element('p', '', level)
  const kind = level === 'danger' ? 'Danger' : 'Warning'
  note.append(element('b', `${kind}: `), text)
  return note
}

function drawWords({ value }: { value: string }): HTMLElement {
  const words = element('p', '', 'words')
  words.append(element('small', 'Read these words aloud'), value)
  return words
}

function drawList(lines: Report['hashes']): HTMLElement {
  const list = document.createElement('dl')
  for (const { name, value } of lines) {
    const line = document.createElement('div')
    line.append(element('dt', name), drawValue(value))
    list.append(line)
  }
  return list
}

/** A hash in groups, which keeps the eye in its place; copied, it is whole. */
function drawValue(value: string): HTMLElement {
  const groups = /^0x[0-9a-f]{64}$/i.test(value)
    ? value.match(/^0x.{8}|.{8}/g)
    : null
  const shown = element('dd', groups ? '' : value)
  shown.append(...(groups ?? []).map((group) => element('i', group)))
  return shown
}

function element(tag: string, text: string, className = ''): HTMLElement {
  const one = document.createElement(tag)
  one.textContent = text
  if (className) one.className = className
  return one
}
