// `npm test`: everything that must hold, stage by stage, in one command.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { allowedSkips } from './allowedSkips.mjs'
import { build } from './build.mjs'
import { ensureAnvil } from './ensureAnvil.mjs'
import { ensureBrowser } from './ensureBrowser.mjs'
import { ensureInstalled } from './ensureInstalled.mjs'
import { main, root, run, Stop } from './run.mjs'

const results = join(root, '.cache', 'results')
const totals = { passed: 0, failed: 0, skipped: 0 }
const skippedNames = []
const playwrightStatuses = {
  expected: 'passed',
  flaky: 'passed',
  skipped: 'skipped',
}

const typedFolders = [
  'packages/protocol',
  'packages/api',
  'packages/devnet',
  'apps/gateway',
  'apps/web',
  'apps/example-app',
  '.',
]

const stages = {
  lint: async () => {
    await tool('@biomejs/biome/bin/biome', 'ci', '.')
    await tool('sherif/index.js', '-r', 'root-package-manager-field')
  },
  types: async () => {
    // The native compiler needs a third of the time; dependency-cruiser still
    // reads TypeScript 5, so both are installed.
    for (const folder of typedFolders)
      await tool('typescript-native/bin/tsc', '-p', folder)
  },
  structure: () =>
    tool(
      'dependency-cruiser/bin/dependency-cruise.mjs',
      ...['--config', '.dependency-cruiser.cjs'],
      ...['apps', 'packages', 'e2e', 'bench'],
    ),
  unused: () => tool('knip/bin/knip.js'),
  unit: async (options) => {
    await ensureAnvil()
    // The devnet's contracts are compiled once, before workers race for them.
    await tool('../packages/devnet/scripts/build.mjs')
    const file = join(results, 'unit.json')
    const code = await run(process.execPath, [
      bin('vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...(options.full ? [] : ['--testNamePattern', '^(?!.*@full)']),
    ])
    countVitest(file)
    check(code)
  },
  build: () => build(),
  size: async () => {
    // The bundler is there only after the installation.
    const { bundleForSize } = await import('./bundleForSize.mjs')
    await bundleForSize()
    await tool('size-limit/bin.js')
  },
  e2e: async (options) => {
    const file = join(results, 'e2e.json')
    const code = await run(
      process.execPath,
      [
        bin('@playwright/test/cli.js'),
        'test',
        ...(options.full ? [] : ['--grep-invert', '@full']),
      ],
      {
        env: {
          ...process.env,
          COVAULT_BROWSER: await ensureBrowser(),
          PLAYWRIGHT_JSON_OUTPUT_NAME: file,
          NODE_OPTIONS: '--conditions=source',
        },
      },
    )
    countPlaywright(file)
    check(code)
  },
}

await main(async () => {
  const options = readOptions()
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  await ensureInstalled()
  if (options.chosen.includes('e2e')) await ensureAnvil()
  for (const name of options.chosen) {
    const started = Date.now()
    console.log(`\n=== ${name}`)
    try {
      await stages[name](options)
      checkSkips()
    } catch (error) {
      if (!(error instanceof Stop)) throw error
      console.error(
        `\n${error.message}\nStage "${name}" failed; later stages were not run.`,
      )
      totals.failed = Math.max(totals.failed, 1)
      break
    }
    console.log(
      `=== ${name} passed in ${Math.round((Date.now() - started) / 1000)} s`,
    )
  }
  const { passed, failed, skipped } = totals
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
  return failed === 0 ? 0 : 1
})

function readOptions() {
  const names = Object.keys(stages)
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      skip: { type: 'string', multiple: true, default: [] },
      full: { type: 'boolean', default: false },
    },
  })
  for (const name of [...(values.only ?? []), ...values.skip])
    if (!names.includes(name))
      throw new Stop(
        `There is no stage "${name}". The stages are ${names.join(', ')}.`,
      )
  const chosen = (values.only ?? names).filter(
    (name) => !values.skip.includes(name),
  )
  return { ...values, chosen }
}

/** Runs a tool of node_modules; each counts as one test that passed or failed. */
async function tool(path, ...args) {
  const code = await run(process.execPath, [bin(path), ...args])
  totals[code === 0 ? 'passed' : 'failed'] += 1
  check(code)
}

function bin(path) {
  return join(root, 'node_modules', path)
}

function check(code) {
  if (code !== 0) throw new Stop(`It ended with ${code}.`)
}

function countVitest(file) {
  if (!existsSync(file)) return
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'))
  for (const { assertionResults } of testResults)
    for (const { status, fullName } of assertionResults) {
      // Tests of the full matrix are filtered out, not skipped.
      if (
        status !== 'passed' &&
        status !== 'failed' &&
        fullName.includes('@full')
      )
        continue
      count(
        status === 'passed' || status === 'failed' ? status : 'skipped',
        fullName,
      )
    }
}

function countPlaywright(file) {
  if (!existsSync(file)) return
  const visit = (suite) => {
    for (const inner of suite.suites ?? []) visit(inner)
    for (const { title, tests } of suite.specs ?? [])
      for (const { status } of tests) {
        if (status === 'flaky')
          console.log(`Passed only at the second try: ${title}`)
        count(playwrightStatuses[status] ?? 'failed', title)
      }
  }
  for (const suite of JSON.parse(readFileSync(file, 'utf8')).suites)
    visit(suite)
}

function count(status, name) {
  totals[status] += 1
  if (status === 'skipped') skippedNames.push(name)
}

function checkSkips() {
  const unlisted = skippedNames.filter(
    (name) => !allowedSkips.some(({ test }) => name.includes(test)),
  )
  if (unlisted.length > 0)
    throw new Stop(
      `Skipped without being listed in scripts/allowedSkips.mjs:\n${unlisted.join('\n')}`,
    )
}
