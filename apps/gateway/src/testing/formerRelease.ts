import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The sources before the gateway's newest migration, ready to run. */
export type FormerRelease = {
  folder: string
  /** What it does not know yet. */
  migration: string
  /** Its own `wholeGateway.ts`. */
  script: string
  remove(): Promise<void>
}

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../../', import.meta.url))
const migrations = 'apps/gateway/src/store/migrations'

/** Undefined: this checkout does not know its past. */
export async function openFormerRelease(): Promise<FormerRelease | undefined> {
  const newest = (await readdir(join(root, migrations))).toSorted().at(-1) ?? ''
  const commit = await findCommitBefore(`${migrations}/${newest}`)
  if (commit === undefined) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'covault-former-'))
  const archive = join(folder, 'former.tar')
  await run('git', ['archive', '-o', archive, commit], { cwd: root })
  await run('tar', ['-xf', archive, '-C', folder])
  await linkModules(folder)
  return {
    folder,
    migration: newest.replace('.ts', ''),
    script: join(folder, 'apps/gateway/src/testing/wholeGateway.ts'),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function findCommitBefore(file: string): Promise<string | undefined> {
  const added = await run(
    'git',
    ['log', '--diff-filter=A', '--format=%P', '-1', '--', file],
    { cwd: root },
  ).catch(() => undefined)
  const parent = added?.stdout.trim().split(' ')[0] || undefined
  const found =
    parent &&
    (await run('git', ['cat-file', '-t', parent], { cwd: root }).catch(
      () => undefined,
    ))
  return found ? parent : undefined
}

/** What is installed here, and the former packages of our own. */
async function linkModules(folder: string): Promise<void> {
  const installed = join(root, 'node_modules')
  const linked = join(folder, 'node_modules')
  await mkdir(join(linked, '@covault'), { recursive: true })
  for (const name of await readdir(installed))
    if (name !== '@covault')
      await symlink(join(installed, name), join(linked, name))
  for (const name of await readdir(join(folder, 'packages')))
    await symlink(
      join(folder, 'packages', name),
      join(linked, '@covault', name),
    )
}
