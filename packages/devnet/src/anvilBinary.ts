import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { BaseError } from '@covault/protocol'

type Places = {
  /** Where packages are looked for, as Node does from a module there. */
  from: string
  path: string
  cacheFolder: string
}

/**
 * Finds an anvil that can be run: the one npm installed for this platform,
 * otherwise `anvil` from PATH.
 */
export function findAnvilBinary({
  from = import.meta.url,
  path = process.env.PATH ?? '',
  cacheFolder = join(homedir(), '.cache', 'covault'),
}: Partial<Places> = {}): string {
  const binary = findInstalled({ from, cacheFolder }) ?? findOnPath({ path })
  if (binary === undefined) throw new AnvilNotFoundError()
  return binary
}

function findInstalled({
  from,
  cacheFolder,
}: Omit<Places, 'path'>): string | undefined {
  const manifest = findManifest({ from })
  if (manifest === undefined) return undefined
  const binary = join(dirname(manifest), 'bin', getBinaryName())
  if (isExecutable(binary)) return binary
  return (
    makeExecutable(binary) ?? copyToCache(binary, { manifest, cacheFolder })
  )
}

function findManifest({ from }: Pick<Places, 'from'>): string | undefined {
  try {
    return createRequire(from).resolve(`${getPackageName()}/package.json`)
  } catch {
    return undefined
  }
}

export function getPackageName(): string {
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch
  return `@foundry-rs/anvil-${process.platform}-${cpu}`
}

function getBinaryName(): string {
  return process.platform === 'win32' ? 'anvil.exe' : 'anvil'
}

// An install without scripts, or from an archive that forgot modes, leaves the
// binary without its executable bit.
function makeExecutable(binary: string): string | undefined {
  try {
    chmodSync(binary, 0o755)
    return binary
  } catch {
    return undefined
  }
}

// Somebody else's checkout: its files cannot be changed but can be read.
function copyToCache(
  binary: string,
  { manifest, cacheFolder }: { manifest: string; cacheFolder: string },
): string {
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    version: string
  }
  const folder = join(cacheFolder, `anvil-${version}`)
  const copy = join(folder, getBinaryName())
  if (isExecutable(copy)) return copy
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const unfinished = `${copy}.${process.pid}`
  writeFileSync(unfinished, readFileSync(binary), { mode: 0o755 })
  renameSync(unfinished, copy)
  return copy
}

function findOnPath({ path }: Pick<Places, 'path'>): string | undefined {
  return path
    .split(delimiter)
    .filter(Boolean)
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

export class AnvilNotFoundError extends BaseError {
  override name = 'AnvilNotFoundError'

  constructor() {
    super(
      `There is no anvil for ${process.platform} ${process.arch}: the npm package ${getPackageName()} is not installed and no executable called anvil is on PATH. Install Foundry from https://getfoundry.sh and try again.`,
    )
  }
}
