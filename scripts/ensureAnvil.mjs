import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import {
  findOnPath,
  installDebianPackages,
  isExecutable,
  isRoot,
  root,
  runQuietly,
  Stop,
  step,
} from './run.mjs'

const emulated = '@foundry-rs/anvil-linux-amd64'
const emulator = 'qemu-x86_64-static'
const libraries = '/usr/x86_64-linux-gnu'
const debianPackages = [
  'qemu-user-static',
  'libc6-amd64-cross',
  'libgcc-s1-amd64-cross',
]
const folder = join(root, '.cache', 'anvil')

/**
 * Sees to it that packages/devnet finds an anvil: npm's for this platform, or
 * one on PATH. For 64-bit ARM Linux npm's amd64 binary, pinned by the lock
 * file, runs under Debian's user-mode emulator.
 */
export async function ensureAnvil() {
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch
  const native = `@foundry-rs/anvil-${process.platform}-${cpu}`
  if (existsSync(join(root, 'node_modules', native))) return
  if (findOnPath('anvil')) return
  if (process.platform !== 'linux' || process.arch !== 'arm64')
    throw new Stop(
      `There is no anvil for ${process.platform} ${process.arch} among the installed packages, and none on PATH. Install Foundry (getfoundry.sh) and start again.`,
    )
  if (!isReady())
    await step('Preparing the local chain for this processor', prepareEmulated)
  process.env.PATH = `${folder}${delimiter}${process.env.PATH}`
}

function isReady() {
  return (
    isExecutable(join(folder, 'anvil')) &&
    findOnPath(emulator) !== undefined &&
    existsSync(libraries)
  )
}

async function prepareEmulated() {
  if (findOnPath(emulator) === undefined || !existsSync(libraries)) {
    if (!isRoot)
      throw new Stop(
        `The local chain needs anvil. Install Foundry (getfoundry.sh), or as root: apt-get install ${debianPackages.join(' ')}`,
      )
    await installDebianPackages(debianPackages)
  }
  const locked = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  ).packages[`node_modules/${emulated}`]
  const unfinished = `${folder}.${process.pid}`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  const packed = await runQuietly('npm', [
    'pack',
    `${emulated}@${locked.version}`,
    '--silent',
    '--pack-destination',
    unfinished,
  ])
  const archive = join(unfinished, packed.trim().split('\n').at(-1))
  checkIntegrity(archive, locked.integrity)
  await runQuietly('tar', [
    '-xzf',
    archive,
    '-C',
    unfinished,
    '--strip-components=2',
    'package/bin/anvil',
  ])
  rmSync(archive)
  const binary = join(unfinished, 'anvil')
  renameSync(binary, `${binary}-amd64`)
  chmodSync(`${binary}-amd64`, 0o755)
  writeFileSync(
    binary,
    `#!/bin/sh\nexec ${emulator} -L ${libraries} "$(dirname "$0")/anvil-amd64" "$@"\n`,
    { mode: 0o755 },
  )
  rmSync(folder, { recursive: true, force: true })
  renameSync(unfinished, folder)
}

function checkIntegrity(file, integrity) {
  const digest = createHash('sha512')
    .update(readFileSync(file))
    .digest('base64')
  if (integrity !== `sha512-${digest}`)
    throw new Stop(
      `${file} is not the file that package-lock.json names. It was not run.`,
    )
}
