import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
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

// Where files are changed and not committed, the release is not what the commit gives.
test('S06: two builds at other places, times, locales and users are equal @full', () => {
  const out = mkdtempSync(join(tmpdir(), 'covault-verified-'))
  try {
    expect(run('scripts/build.mjs').status).toBe(0)
    const written = run(
      ...['--conditions=source', '--import=tsx'],
      ...['scripts/release/writeRelease.ts', '--out', out],
    )
    expect(written.output).toMatch(/root {4}[0-9a-f]{64}/)
    const { status, output } = run(
      ...['scripts/verifyRelease.mjs', '--modules', root],
      ...['--release', join(out, 'release.json')],
    )
    expect(output).toMatch(/Equal on \w+, Node [\d.]+: \d+ files/)
    expect(output).toMatch(/what this commit gives, and so is covault-/)
    expect(status).toBe(0)
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}, 1_800_000)
