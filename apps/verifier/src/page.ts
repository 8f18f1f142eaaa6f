import { InputError } from './bytes.js'
import { drawNote, drawReport } from './drawReport.js'
import { makeReport } from './report.js'
import { revealLine } from './reveal.js'
import { readPictures, scanCamera } from './scan.js'

const find = <Kind extends HTMLElement>(id: string) =>
  document.getElementById(id) as Kind

const form = find<HTMLFormElement>('form')
const input = find<HTMLTextAreaElement>('input')
const result = find<HTMLElement>('result')
const camera = find<HTMLElement>('camera')
const progress = find<HTMLElement>('progress')
const file = find<HTMLInputElement>('file')

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void attempt(check)
})
// What stands below is about what stands above, or it is gone.
form.addEventListener('input', () => result.replaceChildren())
file.addEventListener('change', () => {
  void attempt(() => open([...(file.files ?? [])]))
})
document.addEventListener('dragover', (event) => event.preventDefault())
document.addEventListener('drop', (event) => {
  event.preventDefault()
  void attempt(() => open([...(event.dataTransfer?.files ?? [])]))
})

let watch = new AbortController()
find('stop').addEventListener('click', () => watch.abort())
find('scan').addEventListener('click', () => {
  watch.abort()
  watch = new AbortController()
  void attempt(() => scan(watch.signal))
})

async function scan(signal: AbortSignal): Promise<void> {
  camera.hidden = false
  const hint = progress.textContent
  try {
    const text = await scanCamera(find('video'), signal, (share) => {
      progress.textContent = `${Math.floor(share * 100)} % read. Keep the camera still.`
    })
    if (text === undefined) return
    input.value = text
    await check()
  } finally {
    progress.textContent = hint
    camera.hidden = true
  }
}

async function open(files: readonly File[]): Promise<void> {
  const [first] = files
  if (!first) return
  file.value = ''
  input.value = first.type.startsWith('image/')
    ? await readPictures(files)
    : await first.text()
  await check()
}

async function check(): Promise<void> {
  const values = new FormData(form)
  const typed = (name: string) => String(values.get(name) ?? '').trim()
  const report = await makeReport(input.value.trim() || writeFields(typed), {
    chainId: typed('chainId'),
    safe: typed('safe'),
    version: typed('version'),
    nestedSafe: typed('nestedSafe'),
    nestedNonce: typed('nestedNonce'),
    nestedVersion: typed('nestedVersion'),
    signatures: typed('signatures'),
    known: typed('known')
      .split(/[\s,]+/)
      .filter(Boolean),
  })
  result.replaceChildren(...drawReport(report))
  result.focus()
}

/** The ten fields; an empty one is zero, but for recipient and nonce. */
function writeFields(typed: (name: string) => string): string {
  const names = [
    'to',
    'value',
    'data',
    'operation',
    'safeTxGas',
    'baseGas',
    'gasPrice',
    'gasToken',
    'refundReceiver',
    'nonce',
  ]
  if (!typed('to') && !typed('nonce'))
    throw new InputError(
      'There is nothing to check yet. Scan a code, open a file, or paste or type the input.',
    )
  return JSON.stringify(
    Object.fromEntries(
      names.flatMap((name) => (typed(name) ? [[name, typed(name)]] : [])),
    ),
  )
}

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const text =
      error instanceof InputError
        ? error.message
        : `This can’t be read: ${revealLine(String(error))}.`
    result.replaceChildren(drawNote('danger', text))
    result.focus()
    // Where the safe is asked for, the fields stand open.
    if (/Enter it|you entered/.test(text))
      find<HTMLDetailsElement>('place').open = true
  }
}
