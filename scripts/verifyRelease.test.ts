import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

test('S06: two builds at other places, times, locales and users are equal @full', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/verifyRelease.mjs', '--modules', root],
    { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
  )
  expect(`${stdout}${stderr}`).toMatch(/Equal on \w+, Node [\d.]+: \d+ files/)
  expect(status).toBe(0)
}, 1_200_000)
