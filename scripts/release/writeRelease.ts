// Writes what a release says about itself. Run by release.mjs.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  writeContentPolicy,
  writeFramePolicy,
} from '@covault/api/content-policy'
import manifest from '../../package.json' with { type: 'json' }
import { computeCid } from './cid.js'
import { type Lock, writeBillOfMaterials, writeNotices } from './parts.js'
import {
  judgeSignatures,
  type ReleaseKeys,
  readKeys,
  readListedKeys,
  sign,
} from './signatures.js'
import { type ArchiveFile, writeArchive } from './tar.js'
import { findWebcatFaults, writeWebcatManifest } from './webcat.js'

const root = join(import.meta.dirname, '..', '..')

const listedKeys = join(root, 'apps', 'web', 'release-keys.json')

// What stops a release is what somebody entered: its words are enough.
process.on('uncaughtException', ({ message }) => {
  console.error(message)
  process.exit(1)
})

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, 'release') },
    web: { type: 'string', default: join(root, 'apps', 'web', 'dist') },
    keys: { type: 'string' },
    'previous-keys': { type: 'string' },
    sign: { type: 'string', multiple: true, default: [] },
    signatures: { type: 'string', multiple: true, default: [] },
    severity: { type: 'string', default: 'normal' },
    sequence: { type: 'string' },
    connect: { type: 'string', multiple: true, default: [] },
    retire: { type: 'boolean', default: false },
    'without-archive': { type: 'boolean', default: false },
  },
})

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const toJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
const hash = (content: string | Buffer) =>
  createHash('sha256').update(content).digest('hex')

writeRelease()

function writeRelease(): void {
  const { out, web } = values
  mkdirSync(out, { recursive: true })
  const facts = JSON.parse(readFileSync(join(web, 'document.json'), 'utf8'))
  const files = values.retire ? new Map<string, Buffer>() : readServed(web)
  const sums = [...files]
    .map(([path, content]) => `${hash(content)}  ${path}\n`)
    .join('')
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const lock: Lock = JSON.parse(lockText)
  const product = manifest.version
  const writePolicy = (connectOrigins: string[]) =>
    writeContentPolicy({
      scriptHashes: facts.scriptHashes,
      styleHashes: facts.styleHashes,
      connectOrigins,
      frameOrigin: undefined,
    })
  // Whom pages connect to is the operator's configuration, and no part of the release.
  const served = writePolicy(values.connect.map(readOrigin))
  const parts = toJson(
    writeBillOfMaterials(lock, { product, inBrowser: facts.packages }),
  )
  const notices = writeNotices(lock, { root, inBrowser: facts.packages })
  const archive = values['without-archive']
    ? undefined
    : writeArchive(listArchived(web))
  const archiveName = `covault-${product}.tar.gz`
  const keys = values.keys
    ? readKeys(readFileSync(values.keys, 'utf8'))
    : readListedKeys(readFileSync(listedKeys, 'utf8'))
  const described = describeFiles(files)
  const release = {
    format: 'covault-release',
    version: 1,
    product,
    // Counts the commits: a later release has a higher number, an older one is refused.
    sequence: readSequence(
      values.sequence ?? git('rev-list', '--count', 'HEAD'),
    ),
    commit: git('rev-parse', 'HEAD'),
    lockHash: hash(lockText),
    node: process.versions.node.split('.')[0],
    severity: readSeverity(values.severity),
    ...(values.retire && { retire: true }),
    ...(keys && { keys }),
    files: described,
    csp: {
      default: writePolicy([]),
      extra: {},
      scriptHashes: facts.scriptHashes,
      styleHashes: facts.styleHashes,
    },
    ...(archive && { archive: describe(archiveName, archive) }),
    parts: describe('sbom.json', parts),
    notices: describe('NOTICES.txt', notices),
    ...(files.size > 0 && { cid: computeCid(files) }),
    root: hash(sums),
  }
  const text = toJson(release)
  writeFileSync(join(out, 'release.json'), text)
  writeFileSync(join(out, 'SHA256SUMS'), sums)
  writeFileSync(join(out, 'sbom.json'), parts)
  writeFileSync(join(out, 'NOTICES.txt'), notices)
  if (archive) writeFileSync(join(out, archiveName), archive)
  if (!values.retire)
    writeWebcat(out, {
      product,
      csp: `${served}; ${writeFramePolicy([])}`,
      files: described,
    })
  writeFileSync(join(out, 'safe-message.txt'), writeSafeMessage(release))
  const signatures = [
    ...values.signatures.map((file) => readFileSync(file, 'utf8')),
    ...values.sign.map((key) => sign(text, key)),
  ].join('')
  rmSync(join(out, 'release.json.sigs'), { force: true })
  if (signatures) writeFileSync(join(out, 'release.json.sigs'), signatures)
  const file = values['previous-keys']
  const previous = file ? readKeys(readFileSync(file, 'utf8')) : undefined
  publish(out, web, { text, signatures, keys, previous })
  console.log(`Release ${product}, ${files.size} files
  commit  ${release.commit}
  root    ${release.root}
  in      ${out}`)
}

/**
 * Beside the files, where a gateway finds it; a release that too few have signed
 * is not. Browsers with a copy judge it by the keys of the release before.
 */
function publish(
  out: string,
  web: string,
  parts: {
    text: string
    signatures: string
    keys: ReleaseKeys | undefined
    previous: ReleaseKeys | undefined
  },
): void {
  const { text, signatures, keys, previous } = parts
  for (const name of ['release.json', 'release.json.sigs', 'SHA256SUMS'])
    rmSync(join(web, name), { force: true })
  if (!keys) return
  const judge = (trusted: ReleaseKeys, which: string) => {
    const { signers, isAccepted } = judgeSignatures(text, signatures, trusted)
    console.log(
      `Signed by ${signers.join(', ') || 'none'} of the ${which}; ${trusted.threshold} needed.`,
    )
    return isAccepted
  }
  const isForNewcomers = judge(keys, previous ? 'new keys' : 'keys')
  const isAccepted = previous
    ? judge(previous, 'previous keys')
    : isForNewcomers
  if (!isAccepted) return
  if (!isForNewcomers)
    console.log(
      'Browsers with a copy accept it. Those that come for the first time keep no copy until enough of the new keys have signed it too.',
    )
  for (const name of ['release.json', 'release.json.sigs', 'SHA256SUMS'])
    copyFileSync(join(out, name), join(web, name))
}

/** What browsers are served, by path; not what only a gateway reads. */
function readServed(web: string): Map<string, Buffer> {
  const paths = listFiles(web).filter(
    (path) =>
      !/\.br$/.test(path) &&
      !/^(\.vite\/|\.built-from$|document\.json$|release\.json|SHA256SUMS$)/.test(
        path,
      ),
  )
  return new Map(paths.map((path) => [path, readFileSync(join(web, path))]))
}

/** Sorted by bytes, as `LC_ALL=C sort` does. */
function listFiles(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .flatMap((entry) => {
      const path = below ? `${below}/${entry.name}` : entry.name
      return entry.isDirectory() ? listFiles(folder, path) : [path]
    })
    .sort((a, b) => (a < b ? -1 : 1))
}

function describeFiles(files: ReadonlyMap<string, Buffer>) {
  const all = [...files].map(([path, content]) => [
    `/${path}`,
    { sha256: hash(content), bytes: content.length },
  ])
  return Object.fromEntries(all) as Record<
    string,
    { sha256: string; bytes: number }
  >
}

function describe(name: string, content: string | Buffer) {
  const bytes = Buffer.byteLength(content)
  return { name, sha256: hash(content), bytes }
}

function readSeverity(text: string): string {
  if (!['normal', 'security'].includes(text))
    throw new Error('The severity is normal or security.')
  return text
}

/** As a gateway writes it into its policy. */
function readOrigin(text: string): string {
  // A parser takes a semicolon for a part of the host, a policy for its end.
  if (/[^\w:/.[\]-]/.test(text) || URL.parse(text)?.origin !== text)
    throw new Error(`${text} is not an origin such as https://rpc.example.`)
  return text
}

function readSequence(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new Error('The sequence is a whole number.')
  return Number(text)
}

/** All that `npm start` needs, built: web, gateway, launcher, lock. */
function listArchived(web: string): ArchiveFile[] {
  const tracked = git('ls-files', '-z')
    .split('\0')
    .filter((path) => path && !/^(e2e|bench|docs\/guide)\//.test(path))
  const built = [
    'apps/gateway',
    'packages/devnet',
    'apps/example-app',
    'apps/verifier',
  ]
    .map((folder) => `${folder}/dist`)
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      listFiles(join(root, folder)).map((path) => `${folder}/${path}`),
    )
  const served = listFiles(web)
    .filter((path) => !/^(release\.json|SHA256SUMS$)/.test(path))
    .map((path) => ({
      path: `apps/web/dist/${path}`,
      file: join(web, path),
    }))
  return [
    ...[...tracked, ...built].map((path) => ({ path, file: join(root, path) })),
    ...served,
  ].map(({ path, file }) => ({
    path: `covault/${path}`,
    content: readFileSync(file),
    isProgram: (statSync(file).mode & 0o100) !== 0,
  }))
}

function writeWebcat(
  out: string,
  facts: {
    product: string
    csp: string
    files: Record<string, { sha256: string }>
  },
): void {
  const wasm = Object.keys(facts.files).filter((path) => path.endsWith('.wasm'))
  const webcat = writeWebcatManifest({ ...facts, wasm })
  const faults = findWebcatFaults(webcat)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  const file = join(out, 'webcat', 'manifest.json')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, toJson(webcat))
}

/** What the owners of a safe sign under Messages, to stand for this release. */
function writeSafeMessage(facts: {
  product: string
  commit: string
  root: string
}): string {
  return `Covault release ${facts.product}\ncommit ${facts.commit}\nroot ${facts.root}\n`
}
