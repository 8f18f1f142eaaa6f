import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

const hash = (file: string) =>
  createHash('sha256').update(readFileSync(file)).digest('hex')

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

test('the archive holds all that runs, and the files that are served @full', () => {
  const out = mkdtempSync(join(tmpdir(), 'covault-archive-'))
  try {
    const build = run('scripts/build.mjs')
    expect(build.status, build.output).toBe(0)
    const written = run(
      ...['--conditions=source', '--import=tsx'],
      ...['scripts/release/writeRelease.ts', '--out', out],
    )
    expect(written.status, written.output).toBe(0)
    const text = readFileSync(join(out, 'release.json'), 'utf8')
    const { archive, files, lockHash } = JSON.parse(text)
    const packed = join(out, archive.name)
    expect(hash(packed)).toBe(archive.sha256)
    const tar = spawnSync('tar', ['-xzf', packed, '-C', out])
    expect(tar.status).toBe(0)
    const place = join(out, 'covault')
    const served = join(place, 'apps/web/dist')
    expect(Object.keys(files)).toContain('/index.html')
    for (const [path, { sha256 }] of Object.entries<{ sha256: string }>(files))
      expect(hash(join(served, path)), path).toBe(sha256)
    expect(hash(join(place, 'package-lock.json'))).toBe(lockHash)
    for (const path of ['apps/gateway/dist/main.js', 'scripts/start.mjs'])
      expect(hash(join(place, path))).toBe(hash(join(root, path)))
    // They name the hash of the archive, and are put beside the files later.
    for (const name of ['release.json', 'release.json.sigs', 'SHA256SUMS'])
      expect(existsSync(join(served, name))).toBe(false)
    // Built from the same sources: the launcher builds nothing again.
    const built = (folder: string) => join(folder, 'apps/web/dist/.built-from')
    expect(hash(built(place))).toBe(hash(built(root)))
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}, 600_000)

// Where files are changed and not committed, the release is not what the commit gives.
test('S06: two builds at other places, times, locales and users are equal @full', () => {
  const out = mkdtempSync(join(tmpdir(), 'covault-verified-'))
  try {
    const build = run('scripts/build.mjs')
    expect(build.status, build.output).toBe(0)
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
