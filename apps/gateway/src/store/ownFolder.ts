import type { Stats } from 'node:fs'
import { lstat, mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BaseError } from '@covault/protocol'

const program = fileURLToPath(import.meta.url)

/**
 * For root: creates a folder unless it exists, and refuses one that somebody
 * else has prepared or could replace. Every part of the path must be a real
 * folder of a trusted owner that others cannot write to; in a sticky one, such
 * as /tmp, others cannot rename what is ours. Parts that hold this program are
 * not checked, and their owners are trusted: they can change what root runs.
 */
export async function createOwnFolder(path: string): Promise<void> {
  const folder = resolve(path)
  const holding = listParts(dirname(program))
  const owners = await Promise.all(
    holding.map(async (part) => (await lstat(part)).uid),
  )
  for (const part of listParts(folder)) {
    if (holding.includes(part)) continue
    const problem = findProblem(await findOrCreate(part), {
      owners: [0, ...owners],
      isLast: part === folder,
    })
    if (problem) throw new UnsafeFolderError(part, problem)
  }
}

function listParts(path: string): string[] {
  const parent = dirname(path)
  return parent === path ? [path] : [...listParts(parent), path]
}

async function findOrCreate(folder: string): Promise<Stats> {
  const found = await lstat(folder).catch(ignoreMissing)
  if (found) return found
  // Anyone who was quicker is found out by the second look.
  await mkdir(folder).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST') throw new NoOwnFolderError(folder, { cause })
  })
  return lstat(folder)
}

function findProblem(
  found: Stats,
  { owners, isLast }: { owners: number[]; isLast: boolean },
): string | undefined {
  if (found.isSymbolicLink()) return 'is a link'
  if (!found.isDirectory()) return 'is not a folder'
  if (!owners.includes(found.uid)) return `belongs to user ${found.uid}`
  const isSticky = (found.mode & 0o1000) !== 0
  if (isSticky && !isLast) return undefined
  const writable = found.gid === 0 ? 0o002 : 0o022
  return found.mode & writable ? 'can be written by other users' : undefined
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

export class UnsafeFolderError extends BaseError {
  override name = 'UnsafeFolderError'
  constructor(folder: string, problem: string) {
    super(
      `Root cannot keep data safely in ${folder}: it ${problem}. Choose another folder with --data, start as an ordinary user, or set DATABASE_URL.`,
    )
  }
}

export class NoOwnFolderError extends BaseError {
  override name = 'NoOwnFolderError'
  constructor(folder: string, options: { cause: Error }) {
    super(
      `The folder ${folder} cannot be created: ${options.cause.message}. Choose another folder with --data, start as an ordinary user, or set DATABASE_URL.`,
      options,
    )
  }
}
