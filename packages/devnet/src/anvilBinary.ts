import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { BaseError } from '@covault/protocol'

const require = createRequire(import.meta.url)

/**
 * Finds an anvil that can be run: the one npm installed for this platform,
 * otherwise `anvil` from PATH.
 */
export function findAnvilBinary(): string {
  return findInstalledBinary() ?? findOnPath() ?? fail()
}

function findInstalledBinary(): string | undefined {
  const packageName = getPackageName()
  const manifest = (() => {
    try {
      return require.resolve(`${packageName}/package.json`)
    } catch {
      return undefined
    }
  })()
  if (!manifest) return undefined
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    version: string
  }
  const binary = join(dirname(manifest), 'bin', getBinaryName())
  return makeExecutable(binary, { version })
}

function getPackageName(): string {
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch
  return `@foundry-rs/anvil-${process.platform}-${cpu}`
}

function getBinaryName(): string {
  return process.platform === 'win32' ? 'anvil.exe' : 'anvil'
}

// An install without scripts, or from an archive that forgot modes, leaves the
// binary without its executable bit; a read-only checkout cannot get it back.
function makeExecutable(binary: string, { version }: { version: string }) {
  if (isExecutable(binary)) return binary
  try {
    chmodSync(binary, 0o755)
    return binary
  } catch {
    return copyToCache(binary, { version })
  }
}

function copyToCache(binary: string, { version }: { version: string }) {
  const folder = join(homedir(), '.cache', 'covault', `anvil-${version}`)
  const copy = join(folder, getBinaryName())
  if (isExecutable(copy)) return copy
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const unfinished = `${copy}.${process.pid}`
  copyFileSync(binary, unfinished)
  chmodSync(unfinished, 0o755)
  renameSync(unfinished, copy)
  return copy
}

function findOnPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return folders
    .map((folder) => join(folder, getBinaryName()))
    .find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function fail(): never {
  throw new AnvilNotFoundError()
}

export class AnvilNotFoundError extends BaseError {
  override name = 'AnvilNotFoundError'

  constructor() {
    super(
      `There is no anvil for ${process.platform} ${process.arch}: the npm package ${getPackageName()} is not installed and no executable called anvil is on PATH. Install Foundry from https://getfoundry.sh and try again.`,
    )
  }
}
