import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { ensureBrowser } from './ensureBrowser.mjs'
import { root, runQuietly } from './run.mjs'
import { bin } from './stages.mjs'

/** Every test that only the whole matrix runs: `{ kind, file, title }`. */
export async function listFull() {
  return [...(await listUnit()), ...(await listJourneys())]
}

async function listUnit() {
  const folder = mkdtempSync(join(tmpdir(), 'covault-slice-'))
  const answer = join(folder, 'unit.json')
  try {
    await runQuietly(process.execPath, [
      ...[bin('vitest/vitest.mjs'), 'list', `--json=${answer}`],
      ...['-t', '@full', ...findTaggedFiles()],
    ])
    return JSON.parse(readFileSync(answer, 'utf8'))
      .filter(({ name }) => name.includes('@full'))
      .map(({ name, file }) => ({
        kind: 'unit',
        file: relative(root, file),
        title: name.replaceAll(' > ', ' '),
      }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** To load all files for their titles takes a minute, and most have none. */
function findTaggedFiles() {
  const read = (file) => readFileSync(join(root, file), 'utf8')
  return ['apps', 'packages']
    .flatMap((folder) => listFiles(folder))
    .filter((file) => /\/src\/.*\.test\.tsx?$/.test(file))
    .filter((file) =>
      [file, ...findSuites(file, read(file))].some((each) =>
        read(each).includes('@full'),
      ),
    )
}

function listFiles(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(
    (entry) => {
      const path = `${folder}/${entry.name}`
      if (/^(node_modules|dist)$/.test(entry.name)) return []
      return entry.isDirectory() ? listFiles(path) : [path]
    },
  )
}

/** Tests that a file imports from a folder `testing`. */
function findSuites(file, text) {
  return [...text.matchAll(/'(\.[^']*testing\/[^']+)\.js'/g)].map(([, path]) =>
    join(dirname(file), `${path}.ts`),
  )
}

async function listJourneys() {
  const text = await runQuietly(
    process.execPath,
    [
      ...[bin('@playwright/test/cli.js'), 'test', '--list'],
      ...['--grep', '@full', '--reporter=json'],
    ],
    {
      env: {
        ...process.env,
        COVAULT_BROWSER: await ensureBrowser(),
        NODE_OPTIONS: '--conditions=source',
      },
    },
  )
  const { suites } = JSON.parse(text.slice(text.indexOf('{')))
  return suites.flatMap(listSpecs)
}

function listSpecs({ suites = [], specs = [] }) {
  return [
    ...suites.flatMap(listSpecs),
    ...specs.map(({ title, file }) => ({
      kind: 'e2e',
      file: `e2e/${file}`,
      title,
    })),
  ]
}
