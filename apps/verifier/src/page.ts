import { InputError } from './bytes.js'
import { makeReport, type Report } from './report.js'

const find = <Kind extends HTMLElement>(id: string) =>
  document.getElementById(id) as Kind

const form = find<HTMLFormElement>('form')
const input = find<HTMLTextAreaElement>('input')
const result = find<HTMLElement>('result')

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void show()
})
find<HTMLInputElement>('file').addEventListener('change', (event) => {
  const [file] = (event.target as HTMLInputElement).files ?? []
  if (file) void open(file)
})
document.addEventListener('dragover', (event) => event.preventDefault())
document.addEventListener('drop', (event) => {
  event.preventDefault()
  const [file] = event.dataTransfer?.files ?? []
  if (file) void open(file)
})

async function open(file: File): Promise<void> {
  input.value = await file.text()
  await show()
}

async function show(): Promise<void> {
  const typed = (id: string) => find<HTMLInputElement>(id).value.trim()
  try {
    const report = await makeReport(input.value.trim(), {
      chainId: typed('chain'),
      safe: typed('safe'),
      version: typed('version'),
      known: typed('known')
        .split(/[\s,]+/)
        .filter(Boolean),
    })
    result.replaceChildren(...draw(report))
  } catch (error) {
    const text = error instanceof InputError ? error.message : String(error)
    result.replaceChildren(note('danger', text))
  }
  result.focus()
}

function draw(report: Report): HTMLElement[] {
  const { title, contradiction, risks, hashes, fields, calls } = report
  return [
    element('h2', title),
    ...(contradiction ? [note('danger', contradiction)] : []),
    ...risks.map(({ level, text }) => note(level, text)),
    element('h3', 'Compare with your other screen'),
    list(hashes),
    element('h3', 'What you sign'),
    list(fields),
    ...(calls.length > 0
      ? [
          element('h3', 'What it calls'),
          ...calls.map((one) => element('p', one)),
        ]
      : []),
  ]
}

function note(level: string, text: string): HTMLElement {
  const one = element(
    'p',
    `${level === 'danger' ? 'Danger' : 'Warning'}: ${text}`,
  )
  one.className = level
  return one
}

function list(lines: Report['hashes']): HTMLElement {
  const all = document.createElement('dl')
  for (const { name, value } of lines)
    all.append(element('dt', name), element('dd', value))
  return all
}

function element(tag: string, text: string): HTMLElement {
  const one = document.createElement(tag)
  one.textContent = text
  return one
}
