// The stages of `npm test`. Each takes `{ results, full }`: the folder for its
// records, and whether the whole matrix is wanted.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.mjs'
import { ensureAnvil } from './ensureAnvil.mjs'
import { ensureBrowser } from './ensureBrowser.mjs'
import { ensureJq } from './ensureJq.mjs'
import { ensureZbar } from './ensureZbar.mjs'
import { listWhole, record } from './records.mjs'
import { root, run, Stop } from './run.mjs'

const typedFolders = [
  'packages/protocol',
  'packages/api',
  'packages/devnet',
  'apps/gateway',
  'apps/web',
  'apps/example-app',
  'apps/verifier',
  '.',
]

export const stages = {
  lint: async (options) => {
    await tool(options, '@biomejs/biome/bin/biome', 'ci', '.')
    await tool(options, 'sherif/index.js', '-r', 'root-package-manager-field')
  },
  types: async (options) => {
    // The native compiler needs a third of the time; dependency-cruiser still
    // reads TypeScript 5, so both are installed.
    for (const folder of typedFolders)
      await tool(options, 'typescript-native/bin/tsc', '-p', folder)
  },
  structure: (options) =>
    tool(
      options,
      'dependency-cruiser/bin/dependency-cruise.mjs',
      ...['--config', '.dependency-cruiser.cjs'],
      ...['apps', 'packages', 'e2e', 'bench'],
    ),
  unused: (options) => tool(options, 'knip/bin/knip.js'),
  unit: async (options) => {
    await prepareUnit()
    const done = listWhole(options.records)
    check(
      await runUnit(options.records, [
        ...(options.full ? [] : ['--testNamePattern', '^(?!.*@full)']),
        ...done.flatMap((file) => ['--exclude', file]),
        ...(done.length > 0 ? ['--passWithNoTests'] : []),
      ]),
    )
  },
  build: () => build(),
  size: async (options) => {
    check(
      await run(process.execPath, [join(root, 'scripts/bundleForSize.mjs')]),
    )
    await tool(options, 'size-limit/bin.js')
  },
  e2e: async (options) => {
    await ensureAnvil()
    const done = listWhole(options.records)
    const files = readdirSync(join(root, 'e2e'))
      .filter((name) => name.endsWith('.spec.ts'))
      .map((name) => `e2e/${name}`)
      .filter((file) => !done.includes(file))
    if (files.length === 0) return
    check(
      await runJourneys(options.records, [
        ...(options.full ? [] : ['--grep-invert', '@full']),
        ...(done.length > 0 ? files : []),
      ]),
    )
  },
}

/** The devnet's contracts are compiled once, before workers race for them. */
export async function prepareUnit() {
  await ensureAnvil()
  await ensureJq()
  await ensureZbar()
  check(
    await run(process.execPath, [
      join(root, 'packages/devnet/scripts/build.mjs'),
    ]),
  )
}

/** With a limit: when to begin nothing more, and when to end at the latest. */
export function runUnit(records, args, { stopAt, timeout } = {}) {
  return run(
    process.execPath,
    [
      bin('vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      `--reporter=${join(root, 'scripts/recordUnit.mjs')}`,
      ...args,
    ],
    {
      timeout,
      env: {
        ...process.env,
        COVAULT_RECORDS: records,
        ...(stopAt ? { COVAULT_STOP_AT: String(stopAt) } : {}),
      },
    },
  )
}

export async function runJourneys(records, args, { stopAt, timeout } = {}) {
  return run(
    process.execPath,
    [
      ...[bin('@playwright/test/cli.js'), 'test', ...args],
      ...(stopAt ? [`--global-timeout=${stopAt - Date.now()}`] : []),
    ],
    {
      timeout,
      env: {
        ...process.env,
        COVAULT_BROWSER: await ensureBrowser(),
        COVAULT_RECORDS: records,
        NODE_OPTIONS: '--conditions=source',
      },
    },
  )
}

/** Runs a tool of node_modules; each counts as one test that passed or failed. */
async function tool({ records }, path, ...args) {
  const title = [path, ...args].join(' ')
  if (listWhole(records).includes(title)) return
  const code = await run(process.execPath, [bin(path), ...args])
  const status = code === 0 ? 'passed' : 'failed'
  record(records, { file: title, title, status })
  check(code)
  record(records, { file: title, whole: true })
}

export function bin(path) {
  return join(root, 'node_modules', path)
}

export function check(code) {
  if (code !== 0) throw new Stop(`It ended with ${code}.`)
}
