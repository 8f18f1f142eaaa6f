import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
// By its file: nothing is built yet when the configuration is read.
import { chains } from '../../packages/protocol/src/chains/chains'
import { generalPages, safePages } from './src/app/pages'
import { tokens } from './src/ui/tokens'

/** It runs before anything is painted. */
const mostBytes = 8_000

const folder = join(import.meta.dirname, 'src', 'head')

export type HeadFile = { fileName: string; source: string }

/** The head script with its table, as a classic script that blocks the parser. */
export async function buildHeadScript(
  pageFiles: Record<string, string[]>,
): Promise<HeadFile> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    resolve: { conditions: ['source'] },
    define: {
      pageTable: JSON.stringify(writeTable(pageFiles)),
      nodeTable: JSON.stringify(writeNodes()),
    },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: join(folder, 'head.ts'),
        output: { format: 'iife', codeSplitting: false },
      },
    },
  })
  const built = Array.isArray(output) ? output[0] : output
  const file = built && 'output' in built ? built.output[0] : undefined
  if (!file) throw new Error('The head script was not built.')
  if (file.code.length > mostBytes)
    throw new Error(`The head script has ${file.code.length} bytes.`)
  return nameFile('head', 'js', file.code)
}

/** Pages share most of their files: each is written once. */
function writeTable(pageFiles: Record<string, string[]>) {
  const files = [...new Set(Object.values(pageFiles).flat())]
  const pages = Object.entries(pageFiles).map(([path, names]) => [
    path,
    names.map((name) => files.indexOf(name)),
  ])
  return { files, pages: Object.fromEntries(pages) }
}

/** Of chains that everybody knows, the release's node comes before the gateway's. */
function writeNodes(): Record<number, string> {
  return Object.fromEntries(
    chains.flatMap(({ chainId, rpcUrl, local }) =>
      local ? [] : [[chainId, rpcUrl]],
    ),
  )
}

/** The colours of both themes, the frame's measures, and where the reader is. */
export function writeFrameStyle(): HeadFile {
  const css = [
    writeColours(':root', tokens.dark),
    writeColours(':root[data-mantine-color-scheme="light"]', tokens.light),
    readFileSync(join(folder, 'frame.css'), 'utf8')
      .replace(/\/\*.*?\*\//gs, '')
      .replace(/\s+/g, ' '),
    ...[...safePages, ...generalPages].flatMap(({ path, parts = [] }) => [
      mark(`[data-at="${path}"] [data-page="${path}"]>.frame-page`),
      ...parts.map((part) =>
        mark(`[data-at="${part.path}"] [data-part="${part.path}"]`),
      ),
    ]),
  ].join('\n')
  return nameFile('frame', 'css', `${css}\n`)
}

function writeColours(selector: string, colours: Record<string, string>) {
  const lines = Object.entries(colours).map(
    ([name, value]) => `--cv-${name}:${value};`,
  )
  return `${selector}{${lines.join('')}}`
}

function mark(selector: string): string {
  return `${selector}{color:var(--cv-ink);font-weight:600}`
}

function nameFile(name: string, kind: string, source: string): HeadFile {
  const hash = createHash('sha256').update(source).digest('base64url')
  return { fileName: `assets/${name}-${hash.slice(0, 8)}.${kind}`, source }
}
