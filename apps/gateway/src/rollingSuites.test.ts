import { execFile } from 'node:child_process'
import {
  access,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest'
import {
  type FormerRelease,
  openFormerRelease,
} from './testing/formerRelease.js'

/** Those that write to the database by requests, and read what was written. */
const suites = [
  ...['app', 'live', 'proposals', 'unsigned', 'drafts', 'comments'],
  ...['writeLimits', 'messages', 'names', 'auth', 'members', 'notices'],
  ...['hostileWrites', 'strangers', 'transactionService', 'administration'],
  ...['moveIn', 'wireVectors'],
]

const root = fileURLToPath(new URL('../../../', import.meta.url))
const testing = 'apps/gateway/src/testing'

let former: FormerRelease | undefined

beforeAll(async () => {
  former = await openFormerRelease()
  if (former) await letRunBeside(former)
}, 120_000)
afterAll(() => former?.remove())

test('the suites of the older release pass while the newer one serves the same database @full', async (context) => {
  const { folder } = requireFormer(context)
  const beside = join(root, testing, 'wholeGateway.ts')
  await expectGreen({ release: folder, beside, context })
}, 2_400_000)

test('the suites of the newer release pass while the older one serves the same database @full', async (context) => {
  const { script } = requireFormer(context)
  await expectGreen({ release: root, beside: script, context })
}, 2_400_000)

function requireFormer(context: TestContext): FormerRelease {
  return (
    former ??
    context.skip('This checkout has no history: git fetch --unshallow')
  )
}

/** A release from before this test gets what starts another one beside it. */
async function letRunBeside({ folder }: FormerRelease): Promise<void> {
  const own = join(folder, testing)
  if (await exists(join(own, 'startBeside.ts'))) return
  for (const file of ['startBeside.ts', 'testWorld.ts', 'wholeGateway.ts'])
    await copyFile(join(root, testing, file), join(own, file))
}

async function expectGreen(parameters: {
  /** The sources whose suites run. */
  release: string
  /** The program of the other one. */
  beside: string
  context: TestContext
}): Promise<void> {
  const { release, beside, context } = parameters
  const folder = await mkdtemp(join(tmpdir(), 'covault-suites-'))
  try {
    const found = await writeTests(folder, release)
    const tally = join(folder, 'tally')
    await writeFile(tally, '')
    const output = await runTests(
      { folder, release, signal: context.signal },
      {
        COVAULT_TEST_BESIDE: beside,
        COVAULT_TEST_BESIDE_TALLY: tally,
      },
    )
    const report = await readReport(folder, output.text)
    const answers = (await readFile(tally, 'utf8')).trim().split('\n')
    const answered = answers.reduce((sum, count) => sum + Number(count), 0)
    process.stdout.write(
      `\n${found.length} suites, ${report.passed} tests passed; ${answers.length} processes beside them answered ${answered} lists\n`,
    )
    expect(report.failed, output.text).toEqual([])
    // Also if a process beside them failed to answer.
    expect(output.isGreen, output.text).toBe(true)
    expect(found.length).toBeGreaterThan(suites.length / 2)
    expect(report.passed).toBeGreaterThan(100)
    expect(answers.length).toBeGreaterThanOrEqual(found.length)
    expect(answered).toBeGreaterThan(100)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A file for each suite: those of one file would all have a process at once. */
async function writeTests(folder: string, release: string): Promise<string[]> {
  const all = join(release, testing, 'suites')
  const found: string[] = []
  for (const suite of suites) {
    if (!(await exists(join(all, `${suite}.ts`)))) continue
    found.push(suite)
    const path = relative(folder, join(all, `${suite}.js`))
    await writeFile(join(folder, `${suite}.test.ts`), `import '${path}'\n`)
  }
  const conditions = { resolve: { conditions: ['source'] } }
  await mkdir(join(folder, 'cache'))
  await writeFile(
    join(folder, 'vitest.config.mjs'),
    `export default ${JSON.stringify({
      ...conditions,
      ssr: conditions,
      cacheDir: join(folder, 'cache'),
      test: {
        ...{ root: folder, include: ['*.test.ts'] },
        // As in vitest.config.ts; each test has a world and a process more.
        ...{ pool: 'forks', maxWorkers: 1, retry: 1 },
        ...{ testTimeout: 180_000, hookTimeout: 180_000 },
      },
    })}\n`,
  )
  return found
}

/** Answers with what the tests said, whether they passed or not. */
function runTests(
  parameters: { folder: string; release: string; signal: AbortSignal },
  environment: NodeJS.ProcessEnv,
): Promise<{ text: string; isGreen: boolean }> {
  const { folder, release, signal } = parameters
  // What this run of the tests is told of itself is not for that one.
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|COVAULT_|NODE_ENV$|TEST$)/.test(name),
  )
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      [
        ...[join(root, 'node_modules/vitest/vitest.mjs'), 'run'],
        ...['--config', join(folder, 'vitest.config.mjs'), '--root', folder],
        ...['--reporter=default', '--reporter=json'],
        `--outputFile.json=${join(folder, 'report.json')}`,
        ...['--testNamePattern', '^(?!.*@full)'],
      ],
      {
        cwd: release,
        env: { ...Object.fromEntries(own), ...environment },
        maxBuffer: 64 * 1024 * 1024,
        signal,
      },
      (error, said, complained) =>
        resolve({ text: `${said}\n${complained}`, isGreen: error === null }),
    ),
  )
}

type Report = { passed: number; failed: string[] }

async function readReport(folder: string, output: string): Promise<Report> {
  const text = await readFile(join(folder, 'report.json'), 'utf8').catch(() => {
    throw new Error(`The suites did not run: ${output}`)
  })
  const { numPassedTests, testResults } = JSON.parse(text) as {
    numPassedTests: number
    testResults: {
      name: string
      status: string
      assertionResults: { status: string; fullName: string }[]
    }[]
  }
  const failed = testResults.flatMap(({ name, status, assertionResults }) => {
    const tests = assertionResults.flatMap((each) =>
      each.status === 'failed' ? [each.fullName] : [],
    )
    // A file whose hooks failed has tests that merely did not run.
    return status === 'failed' && tests.length === 0 ? [name] : tests
  })
  return { passed: numPassedTests, failed }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
