import { createHash } from 'node:crypto'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..', '..')

/** What the least of all apps would show. */
export const controlText = 'Nothing but a text'

const entry = `
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
createRoot(document.getElementById('root')).render(
  createElement('main', null, ${JSON.stringify(controlText)}),
)
document.getElementById('frame')?.remove()`

/**
 * The same server, document and policy with React and one text in the app's
 * place: how soon a page can be there at all, on this machine, at this hour.
 * Answers with the program that serves it.
 */
export async function buildControl({
  checkout = root,
  name = 'control',
}: {
  /** Whose server and document it has. */
  checkout?: string
  name?: string
} = {}): Promise<string> {
  const folder = join(root, '.cache', name)
  rmSync(folder, { recursive: true, force: true })
  for (const app of ['web', 'gateway'])
    cpSync(join(checkout, 'apps', app, 'dist'), join(folder, app, 'dist'), {
      recursive: true,
    })
  const code = await bundle()
  const hash = createHash('sha256').update(code).digest('base64')
  const dist = join(folder, 'web', 'dist')
  writeFileSync(join(dist, 'assets', 'control.js'), code)
  const document = join(dist, 'index.html')
  const html = readFileSync(document, 'utf8')
  const changed = html.replace(
    /src="\/assets\/index-[^"]+" integrity="[^"]+"/,
    `src="/assets/control.js" integrity="sha256-${hash}"`,
  )
  if (changed === html) throw new Error('The document has another entry.')
  writeFileSync(document, changed)
  rmSync(`${document}.br`)
  return join('.cache', name, 'gateway', 'dist', 'main.js')
}

async function bundle(): Promise<string> {
  const id = 'virtual:control'
  const output = await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    plugins: [
      {
        name: 'control',
        resolveId: (asked) => (asked === id ? join(root, 'control.js') : null),
        load: (at) => (at === join(root, 'control.js') ? entry : null),
      },
    ],
    build: { write: false, target: 'es2022', rolldownOptions: { input: id } },
  })
  const built = Array.isArray(output) ? output[0] : output
  const file = built && 'output' in built ? built.output[0] : undefined
  if (!file) throw new Error('The control page was not built.')
  return file.code
}
