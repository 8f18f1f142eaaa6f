import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compareRelease, findObstacle, listChoices } from './compareRelease.mjs'

const made = {
  format: 'covault-release',
  commit: 'c0',
  lockHash: 'l0',
  sequence: 7,
  severity: 'normal',
  files: {
    '/index.html': { sha256: 'aa', bytes: 1 },
    '/sw.js': { sha256: 'bb', bytes: 2 },
  },
  csp: { default: "default-src 'none'", extra: {} },
  archive: { name: 'covault.tar.gz', sha256: 'cc', bytes: 3 },
  root: 'r0',
}

test('a release that its source gives is equal, whatever its keys and order', () => {
  const { root, ...rest } = made
  expect(
    compareRelease({ root, keys: { threshold: 1 }, ...rest }, made),
  ).toEqual([])
})

test.each([
  [
    'a changed file',
    { '/index.html': { sha256: 'ff', bytes: 1 } },
    /index\.html differs/,
  ],
  [
    'a file that is not built',
    { '/x.js': { sha256: 'ff', bytes: 1 } },
    /x\.js is in the release, but is not built/,
  ],
  [
    'a file that is not listed',
    { '/sw.js': undefined },
    /sw\.js is built, but is not in the release/,
  ],
])('%s is named', (_, files, words) => {
  const listed = JSON.parse(JSON.stringify({ ...made.files, ...files }))
  expect(compareRelease({ ...made, files: listed }, made)).toEqual([
    expect.stringMatching(words),
  ])
})

test.each(['lockHash', 'sequence', 'csp', 'archive', 'root', 'later'])(
  'another %s is named',
  (name) => {
    expect(compareRelease({ ...made, [name]: 'other' }, made)).toEqual([
      expect.stringMatching(`^${name} of the release is "other", its source`),
    ])
  },
)

test('a sequence that was chosen is taken over, and is no lower than the commits', () => {
  const choices = (release) => listChoices(release).join(' ')
  expect(choices({ ...made, sequence: 9, severity: 'security' })).toBe(
    '--severity security --sequence 9',
  )
  const { archive: _, ...bare } = made
  expect(choices(bare)).toBe('--severity normal --sequence 7 --without-archive')
  const judge = (sequence) =>
    findObstacle({ ...made, sequence }, { commit: 'c0', commits: 7 })
  expect(judge(7)).toBeUndefined()
  expect(judge(9)).toBeUndefined()
  for (const sequence of [6, 7.5, '9', null, 2 ** 53])
    expect(judge(sequence), String(sequence)).toMatch(/commit is number 7/)
})

test('a retirement and another commit end before anything is built', () => {
  expect(findObstacle(made, { commit: 'c0', commits: 7 })).toBeUndefined()
  expect(findObstacle(made, { commit: 'c1' })).toMatch(
    /commit c0, and this is c1/,
  )
  expect(findObstacle({ ...made, files: {} }, { commit: 'c0' })).toMatch(
    /is a retirement/,
  )
  expect(findObstacle({}, { commit: 'c0' })).toMatch(/not a release/)
})

test('verify:release says so and does not end with 0', () => {
  const folder = mkdtempSync(join(tmpdir(), 'covault-compare-'))
  const file = join(folder, 'release.json')
  const verify = (release) => {
    writeFileSync(file, JSON.stringify(release))
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, '..', 'verifyRelease.mjs'), '--release', file],
      { encoding: 'utf8' },
    )
    return { status, output: `${stdout}${stderr}` }
  }
  try {
    const retired = verify({ ...made, retire: true, files: {} })
    expect(retired.output).toMatch(/is a retirement/)
    expect(retired.status).toBe(1)
    const foreign = verify(made)
    expect(foreign.output).toMatch(/The release is of commit c0/)
    expect(foreign.status).toBe(1)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
