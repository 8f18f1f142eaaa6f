import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// docs/assurance.md is the one list of what is promised and shown by tests.

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

type Statement = {
  id: string
  sentence: string
  isDue: boolean
  tests: { file: string; title: string }[]
}

const statements = readStatements(read('docs/assurance.md'))

function readStatements(page: string): Statement[] {
  return page
    .split(/^(?=\*\*(?:S\d\d|Scenario \d+)\*\* )/m)
    .slice(1)
    .map((text) => {
      const [, id = '', sentence = ''] =
        /^\*\*(S\d\d|Scenario \d+)\*\* ([\s\S]*?)\n\n/.exec(text) ?? []
      const tests = [...text.matchAll(/^- `([^`]+)`: (.+)$/gm)].map(
        ([, file = '', title = '']) => ({ file, title }),
      )
      return { id, sentence, isDue: /^Due\.$/m.test(text), tests }
    })
}

/** What tests and comments cite; a title of an indexer's test by its number. */
function listCited(file: string, text: string): string[] {
  const statementIds = [...text.matchAll(/\bS\d\d\b/g)].map(([id]) => id)
  const named = [...text.matchAll(/\bscenario (\d+)/gi)]
  const numbered = file.startsWith('apps/gateway/src/')
    ? [...text.matchAll(/^\s*(?:test\()?'(\d+(?:, \d+)*): /gm)]
    : []
  const scenarios = [...named, ...numbered]
    .flatMap(([, numbers = '']) => numbers.split(', '))
    .map((number) => `Scenario ${number}`)
  return [...statementIds, ...scenarios]
}

function listSources(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(
    (entry) => {
      const path = `${folder}/${entry.name}`
      if (/^(node_modules|dist|assurance\.test\.ts)$/.test(entry.name))
        return []
      if (entry.isDirectory()) return listSources(path)
      return /\.(tsx?|mjs|css|sol)$/.test(path) ? [path] : []
    },
  )
}

const sources = ['apps', 'packages', 'e2e', 'bench', 'scripts']
  .flatMap(listSources)
  .map((file) => ({ file, text: read(file) }))

test('every statement and scenario is listed once, in order', () => {
  const wanted = [
    ...Array.from(
      { length: 76 },
      (_, at) => `S${String(at + 1).padStart(2, '0')}`,
    ),
    ...Array.from({ length: 25 }, (_, at) => `Scenario ${at + 1}`),
  ]
  expect(statements.map(({ id }) => id)).toEqual(wanted)
  for (const { id, sentence } of statements)
    expect(sentence, id).toMatch(/^[A-Z][\s\S]{20,}\.$/)
})

test('whatever is cited is listed', () => {
  const listed = new Set(statements.map(({ id }) => id))
  const cited = sources.flatMap(({ file, text }) =>
    listCited(file, text).map((id) => ({ file, id })),
  )
  expect(cited.length).toBeGreaterThan(100)
  expect(cited.filter(({ id }) => !listed.has(id))).toEqual([])
})

test('every statement has a test, or is due', () => {
  for (const { id, isDue, tests } of statements)
    expect(isDue !== tests.length > 0, id).toBe(true)
})

test.each(statements.filter(({ isDue }) => !isDue))(
  'the tests of $id exist',
  ({ tests }) => {
    for (const { file, title } of tests) {
      expect(existsSync(join(root, file)), file).toBe(true)
      expect(/(\.(test|spec)\.tsx?|testing\/.*\.ts)$/.test(file), file).toBe(
        true,
      )
      expect(hasTest(read(file), title), `${file}: ${title}`).toBe(true)
    }
  },
)

/** A title stands in quotes, and may go on with a part that is filled in. */
function hasTest(text: string, title: string): boolean {
  const escaped = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`['"\`]${escaped}(['"\`]|\\$\\{)`).test(text)
}

test('what does not hold is noticed', () => {
  const page =
    '# Assurance\n\n**S01** One.\n\n- `a.test.ts`: holds\n\n**S02** Two.\n\nDue.\n'
  expect(readStatements(page)).toEqual([
    {
      id: 'S01',
      sentence: 'One.',
      isDue: false,
      tests: [{ file: 'a.test.ts', title: 'holds' }],
    },
    { id: 'S02', sentence: 'Two.', isDue: true, tests: [] },
  ])
  expect(
    listCited(
      'apps/gateway/src/a.test.ts',
      "test('7, 8: x', // S99, scenario 31",
    ),
  ).toEqual(['S99', 'Scenario 31', 'Scenario 7', 'Scenario 8'])
  expect(hasTest("test('holds', () => {})", 'holds')).toBe(true)
  expect(hasTest("test('holds not', () => {})", 'holds')).toBe(false)
})
