// Writes the built app as a folder for any web server. Run by static.mjs.
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import {
  folderConnectOrigins,
  integrityPolicy,
  listCommonHeaders,
  scanPath,
  writeContentPolicy,
  writeFramePolicy,
} from '@covault/api/content-policy'
import { chains } from '@covault/protocol'
import { paths } from '../apps/web/src/lib/paths.js'
import manifest from '../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '..')
const dist = join(root, 'apps', 'web', 'dist')

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
  const policy = writeContentPolicy({
    scriptHashes: facts.scriptHashes,
    styleHashes: facts.styleHashes,
    connectOrigins: folderConnectOrigins,
    frameOrigin: undefined,
  })
  const html = toFolderDocument(document, policy)
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
    join(folder, 'chains.json'),
    toJson({ ...networks, ...(tokens && { tokens }) }),
  )
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

/** The policy first, before anything that it is about. */
function toFolderDocument(document: string, policy: string): string {
  const charset = '<meta charset="utf-8" />'
  const link = 'href="/app-config"'
  if (!document.includes(charset) || !document.includes(link))
    throw new Error('The document has another form than the folder expects.')
  return document
    .replace(
      charset,
      `${charset}\n    <meta http-equiv="content-security-policy" content="${policy}" />`,
    )
    .replace(link, 'href="/chains.json"')
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
