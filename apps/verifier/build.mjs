// Makes two files that need nothing beside them: `verify.html`, which works
// from a disk without a network, and `verify.mjs` for Node.
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'

const folder = import.meta.dirname
const out = join(folder, 'dist')

/** Small enough to be carried on anything, and to be read by somebody. */
const mostBytes = 150_000

const script = await bundle('page.ts', { format: 'iife', target: 'es2022' })
const program = await bundle('main.ts', { format: 'es', target: 'node20' })
const style = await readFile(join(folder, 'src/page.css'), 'utf8')
const document = await readFile(join(folder, 'src/page.html'), 'utf8')

const hash = (text) =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`
// Nothing is fetched, sent, framed or posted; both texts are pinned.
const policy = [
  "default-src 'none'",
  `script-src ${hash(script)}`,
  `style-src ${hash(style)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

const page = document
  .replace("default-src 'none'", () => policy)
  .replace('<!--style-->', () => `<style>${style}</style>`)
  .replace('<!--script-->', () => `<script>${script}</script>`)
if (Buffer.byteLength(page) > mostBytes)
  throw new Error(`The verifier has ${Buffer.byteLength(page)} bytes.`)

await mkdir(out, { recursive: true })
await writeFile(join(out, 'verify.mjs'), program)
await writeFile(join(out, 'verify.html'), page)

async function bundle(entry, { format, target }) {
  const [{ output }] = [
    await build({
      configFile: false,
      logLevel: 'warn',
      root: folder,
      build: {
        ssr: format === 'es' ? join(folder, 'src', entry) : false,
        write: false,
        target,
        minify: true,
        rolldownOptions: {
          input: join(folder, 'src', entry),
          output: { format, codeSplitting: false },
        },
      },
      ssr: { noExternal: true },
    }),
  ].flat()
  return output[0].code
}
