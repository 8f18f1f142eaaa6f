import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runQuietly, Stop, step } from './run.mjs'

const stamp = join(root, 'node_modules', '.covault-installed')
const oldestNode = [20, 19]

/** Installs the locked packages unless exactly these are already there. */
export async function ensureInstalled() {
  checkNode()
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  if (isInstalledByHand()) return writeFileSync(stamp, lock)
  await step('Installing packages, about a minute', () =>
    runQuietly('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']),
  )
  writeFileSync(stamp, lock)
}

/** `npm ci` or `npm install` was run by the user, with this very lock. */
function isInstalledByHand() {
  try {
    const installed = readPackages(
      join(root, 'node_modules', '.package-lock.json'),
    )
    const locked = readPackages(join(root, 'package-lock.json'))
    return Object.entries(locked).every(
      ([path, { version, optional, link }]) =>
        path === '' ||
        optional ||
        link ||
        !path.startsWith('node_modules/') ||
        installed[path]?.version === version,
    )
  } catch {
    return false
  }
}

function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [needMajor, needMinor] = oldestNode
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return
  throw new Stop(
    `Covault needs Node ${oldestNode.join('.')} or later; this is ${process.versions.node}.`,
  )
}
