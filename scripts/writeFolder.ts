// Writes the built app as a folder for any web server. Run by static.mjs.
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import {
  integrityPolicy,
  listCommonHeaders,
  scanPath,
  writeFramePolicy,
} from '@covault/api/content-policy'
import { chains } from '@covault/protocol'
import { paths } from '../apps/web/src/lib/paths.js'
import manifest from '../package.json' with { type: 'json' }
import { toFolderDocument, writeFolderPolicy } from './folderDocument.js'
import { writeFolderReadme } from './folderReadme.js'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'apps', 'web', 'dist')

const networksFile = 'chains.json'
const sumsFile = 'SHA256SUMS'
/** "20.19 or newer" */
const node = `${manifest.engines.node.replace('>=', '')} or newer`

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    chains: { type: 'string' },
    tokens: { type: 'string' },
  },
})
if (!values.out) throw new Error('Say where: --out DIR')
await writeFolder(resolve(values.out), values)

async function writeFolder(
  folder: string,
  beside: { chains?: string | undefined; tokens?: string | undefined },
): Promise<void> {
  await mkdir(folder, { recursive: true })
  // Files of an older release have other names and would stay for ever.
  await rm(join(folder, 'assets'), { recursive: true, force: true })
  await cp(dist, folder, { recursive: true, filter: isForBrowsers })
  const document = await readFile(join(dist, 'index.html'), 'utf8')
  const facts = JSON.parse(await readFile(join(dist, 'document.json'), 'utf8'))
  const policy = writeFolderPolicy(facts)
  const html = toFolderDocument(document, { policy, node })
  await writeFile(join(folder, 'index.html'), html)
  // A server that knows files alone answers for each page with its own copy.
  for (const path of Object.values(paths)) {
    await mkdir(join(folder, path), { recursive: true })
    await writeFile(join(folder, path, 'index.html'), html)
  }
  await writeFile(join(folder, '404.html'), html)
  const headers = (path: string) => ({
    ...listCommonHeaders({ parents: [], path }),
    'content-security-policy': `${policy}; ${writeFramePolicy([])}`,
    'integrity-policy': integrityPolicy,
  })
  const byPath = { '*': headers(''), [scanPath]: headers(scanPath) }
  await writeFile(join(folder, 'headers.json'), toJson(byPath))
  await cp(join(root, 'scripts', 'serve.mjs'), join(folder, 'serve.mjs'))
  const networks: object = beside.chains
    ? JSON.parse(await readFile(beside.chains, 'utf8'))
    : listReleased()
  const tokens = beside.tokens ? await readTokens(beside.tokens) : undefined
  await writeFile(
    join(folder, networksFile),
    toJson({ ...networks, ...(tokens && { tokens }) }),
  )
  const { version } = manifest
  const readme = writeFolderReadme({ version, node })
  await writeFile(join(folder, 'README.txt'), readme)
  await writeFile(join(folder, sumsFile), await writeSums(folder))
}

/** As `sha256sum -c` reads it, of all that is not its owner's to change. */
async function writeSums(folder: string): Promise<string> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = found
    .filter((one) => one.isFile())
    .map((one) => relative(folder, join(one.parentPath, one.name)))
    .map((path) => path.split(sep).join('/'))
    .filter((path) => ![networksFile, sumsFile].includes(path))
    .sort()
  const lines = files.map(async (path) => {
    const hash = createHash('sha256').update(await readFile(join(folder, path)))
    return `${hash.digest('hex')}  ${path}\n`
  })
  return (await Promise.all(lines)).join('')
}

/** As in chains.json, or as token lists have it. */
async function readTokens(file: string): Promise<unknown[]> {
  const written = JSON.parse(await readFile(file, 'utf8'))
  const tokens = Array.isArray(written) ? written : written.tokens
  if (!Array.isArray(tokens))
    throw new Error(`${file} is neither a list of tokens nor has "tokens".`)
  return tokens
}

/** Not what only a gateway reads, and no copies in brotli. */
function isForBrowsers(source: string): boolean {
  const name = source.slice(dist.length)
  return !(
    /\.br$/.test(name) ||
    ['document.json', '.built-from'].includes(name.slice(1)) ||
    name.startsWith(`${sep}.vite`)
  )
}

/** The networks of the release, each with the RPC endpoint that it names. */
function listReleased() {
  return {
    version: manifest.version,
    chains: chains
      .filter(({ local }) => !local)
      .map(({ chainId, name, rpcUrl }) => ({ chainId, name, rpcUrl })),
  }
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
