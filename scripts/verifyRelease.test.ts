import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  return { status, output: `${stdout}${stderr}` }
}

/** As for other keys of the same commit: one more than it has by itself. */
function chooseSequence(): string {
  const counted = ['rev-list', '--count', 'HEAD']
  const { stdout } = spawnSync('git', counted, { cwd: root, encoding: 'utf8' })
  return String(Number(stdout) + 1)
}

test('builds nothing for a file that is no release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'covault-verified-'))
  const verify = (text: string) => {
    const file = join(folder, 'release.json')
    writeFileSync(file, text)
    return run('scripts/verifyRelease.mjs', '--release', file)
  }
  try {
    for (const text of ['null', '0', '""', '[]', '{}'])
      expect(verify(text)).toEqual({
        status: 1,
        output: '\nThis is not a release.\n',
      })
    expect(verify('{').output).toMatch(
      /^\nCan’t read .*, or it is not a release/,
    )
    const absent = join(folder, 'absent.json')
    expect(run('scripts/verifyRelease.mjs', '--release', absent)).toEqual({
      status: 1,
      output: `\nCan’t read ${absent}, or it is not a release.\n`,
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

// Where files are changed and not committed, the release is not what the commit gives.
test('S06: two builds at other places, times, locales and users are equal @full', () => {
  const out = mkdtempSync(join(tmpdir(), 'covault-verified-'))
  try {
    expect(run('scripts/build.mjs').status).toBe(0)
    const written = run(
      ...['--conditions=source', '--import=tsx'],
      ...['scripts/release/writeRelease.ts', '--out', out],
      ...['--sequence', chooseSequence(), '--severity', 'security'],
    )
    expect(written.output).toMatch(/root {4}[0-9a-f]{64}/)
    const { status, output } = run(
      ...['scripts/verifyRelease.mjs', '--modules', root],
      ...['--release', join(out, 'release.json')],
    )
    expect(output).toMatch(/Equal on \w+, Node [\d.]+: \d+ files/)
    expect(output).toMatch(/what this commit gives, and so is covault-/)
    expect(output).toMatch(/Its sequence \d+ was chosen: the commit is number/)
    expect(status).toBe(0)
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}, 1_800_000)
