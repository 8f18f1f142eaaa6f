// The launcher's own copy of what apps/gateway/src/store/ownFolder.ts does: it
// runs before anything is built.
import { chmodSync, lstatSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isRoot, root, Stop } from './run.mjs'

/** Readable by its owner only; root refuses one that others could prepare. */
export function createOwnFolder(path) {
  const folder = resolve(path)
  const holding = listParts(root)
  const owners = [0, ...holding.map((part) => lstatSync(part).uid)]
  // Level by level: Node's own recursion never ends below /proc.
  for (const part of listParts(folder)) {
    const found = findOrCreate(part)
    if (!isRoot || holding.includes(part)) continue
    const problem = findProblem(found, { owners, isLast: part === folder })
    if (problem)
      throw new Stop(
        `Root cannot keep data safely in ${part}: it ${problem}. Choose another folder with --data, or start as an ordinary user.`,
      )
  }
  closeToOthers(folder)
}

function listParts(path) {
  const parent = dirname(path)
  return parent === path ? [path] : [...listParts(parent), path]
}

function findOrCreate(folder) {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (found) return found
  try {
    mkdirSync(folder)
  } catch (error) {
    // Whoever was quicker is found out by the second look.
    if (error.code !== 'EEXIST')
      throw new Stop(`The folder ${folder} cannot be created: ${error.message}`)
  }
  return lstatSync(folder)
}

function findProblem(found, { owners, isLast }) {
  if (found.isSymbolicLink()) return 'is a link'
  if (!found.isDirectory()) return 'is not a folder'
  if (!owners.includes(found.uid)) return `belongs to user ${found.uid}`
  const isSticky = (found.mode & 0o1000) !== 0
  if (isSticky && !isLast) return undefined
  const writable = found.gid === 0 ? 0o002 : 0o022
  return found.mode & writable ? 'can be written by other users' : undefined
}

function closeToOthers(folder) {
  const { uid, mode } = statSync(folder)
  // A folder of somebody else is theirs to open or close, as a volume is.
  if (uid !== process.getuid?.()) return
  // Of root's, the account that the database runs as may pass through.
  chmodSync(folder, isRoot ? mode & 0o710 : 0o700)
}
