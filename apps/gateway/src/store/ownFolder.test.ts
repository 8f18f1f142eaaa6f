import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataFolder } from './dataFolder.js'
import { createOwnFolder } from './ownFolder.js'

const isRoot = process.getuid?.() === 0
let root = ''

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'covault-own-'))
  await chmod(root, 0o755)
})
afterEach(() => rm(root, { recursive: true, force: true }))

const launcher = pathToFileURL('scripts/ownFolder.mjs').href

/** The launcher checks before anything is built, so by a copy of its own. */
async function createByLauncher(folder: string): Promise<void> {
  const script = `
    import { createOwnFolder } from ${JSON.stringify(launcher)}
    try { createOwnFolder(process.argv[1]) } catch (error) { console.log(error.message) }
  `
  const said = execFileSync(
    process.execPath,
    ['--input-type=module', '-e', script, folder],
    { encoding: 'utf8' },
  )
  if (said) throw new Error(said)
}

/** Only root checks what others could do to its folders. */
const programs = [
  ['gateway', createOwnFolder, true],
  ['launcher', createByLauncher, isRoot],
] as const

for (const [program, create, checks] of programs) {
  const expectRefused = async (folder: string, problem: string) => {
    const created = create(folder)
    if (checks) await expect(created).rejects.toThrow(problem)
    else await created
  }

  test(`the ${program} creates every missing part of a path`, async () => {
    const folder = join(root, 'one', 'two')
    await create(folder)
    await create(folder)
    expect((await stat(folder)).isDirectory()).toBe(true)
  })

  test(`the ${program} refuses a link anywhere in the path, and leaves its target as it was`, async () => {
    const target = join(root, 'target')
    await mkdir(target, { mode: 0o750 })
    await symlink(target, join(root, 'link'))
    const folder = join(root, 'link', 'data')
    await expectRefused(folder, `${join(root, 'link')}: it is a link.`)
    if (checks) await expect(stat(join(target, 'data'))).rejects.toThrow()
    await expectRefused(join(root, 'link'), 'it is a link.')
    if (checks) expect((await stat(target)).mode & 0o777).toBe(0o750)
  })

  test(`the ${program} refuses a folder that others can write to, except a sticky one above its own`, async () => {
    const open = join(root, 'open')
    await mkdir(open)
    await chmod(open, 0o777)
    await expectRefused(join(open, 'data'), 'can be written by other users')
    await chmod(open, 0o1777)
    await create(join(open, 'data'))
    await expectRefused(open, 'can be written by other users')
  })

  if (isRoot)
    test(`the ${program} refuses a folder that another user has made`, async () => {
      const open = join(root, 'open')
      await mkdir(open)
      await chmod(open, 0o1777)
      const prepared = join(open, 'data')
      execFileSync('mkdir', [prepared], { uid: 65_534, gid: 65_534 })
      for (const folder of [prepared, join(prepared, 'postgres')])
        await expectRefused(folder, `${prepared}: it belongs to user 65534.`)
    })
}

test('a data folder is closed to everybody else, also one that an earlier version left open', async () => {
  const folder = join(root, 'data')
  await mkdir(folder)
  await chmod(folder, 0o755)
  const lock = await lockDataFolder(folder)
  expect((await stat(folder)).mode & 0o067).toBe(0)
  expect((await stat(join(folder, 'gateway.pid'))).mode & 0o777).toBe(0o600)
  await lock.release()
})
