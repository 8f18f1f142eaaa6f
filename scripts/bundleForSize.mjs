// Bundles what a browser pays for one import, for the size check to weigh.
import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { defaultClientConditions, build as viteBuild } from 'vite'
import { checkPageFiles } from './checkPageFiles.mjs'
import { main, root } from './run.mjs'

const folder = join(root, '.cache', 'size')

const entries = {
  'api-client-one-call':
    "export { call, createClient, getSafe } from '@covault/api'",
  'api-client-every-call':
    "export * from '@covault/api/openapi'\nexport * from '@covault/api'",
  'protocol-one-hash':
    "export { hashSafeTransaction } from '@covault/protocol'",
}

/** Modules whose files, with all they import, a page needs. */
const pages = {
  accounts: ['index.html', 'src/screens/accounts/AccountsScreen.tsx'],
  home: ['index.html', 'src/screens/home/HomeScreen.tsx'],
  queue: ['index.html', 'src/screens/queue/QueueScreen.tsx'],
  balances: ['index.html', 'src/screens/assets/TokensScreen.tsx'],
  collectibles: ['index.html', 'src/screens/assets/CollectiblesScreen.tsx'],
  transaction: ['index.html', 'src/screens/transaction/TransactionScreen.tsx'],
  'accounts-with-wallet': [
    'index.html',
    'src/screens/accounts/AccountsScreen.tsx',
    'src/wallet/WalletButton.tsx',
  ],
}

async function bundleForSize() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  collectPages()
  for (const [name, source] of Object.entries(entries)) {
    const entry = join(folder, `${name}.entry.js`)
    writeFileSync(entry, `${source}\n`)
    await viteBuild({
      configFile: false,
      root,
      logLevel: 'warn',
      resolve: { conditions: ['source', ...defaultClientConditions] },
      build: {
        outDir: folder,
        emptyOutDir: false,
        target: 'es2022',
        minify: true,
        lib: { entry, formats: ['es'], fileName: () => `${name}.min.js` },
      },
    })
  }
}

function collectPages() {
  const dist = join(root, 'apps', 'web', 'dist')
  const read = (name) =>
    JSON.parse(readFileSync(join(dist, '.vite', name), 'utf8'))
  checkPageFiles(read('pages.json'))
  const manifest = read('manifest.json')
  const head = findHeadScript(readFileSync(join(dist, 'index.html'), 'utf8'))
  for (const [name, modules] of Object.entries(pages)) {
    const target = join(folder, name)
    mkdirSync(target)
    for (const file of [head, ...listFiles(manifest, modules)])
      copyFileSync(join(dist, file), join(target, basename(file)))
  }
}

/** It is no module, so the manifest doesn't know it; `bench web` counts it too. */
function findHeadScript(html) {
  const [, file] = /<script src="\/(assets\/head-[^"]+)"/.exec(html) ?? []
  if (!file) throw new Error('The document has no head script.')
  return file
}

/** Everything that is loaded before the modules run; not what they load later. */
function listFiles(manifest, modules) {
  const seen = new Set()
  const files = new Set([manifest['style.css'].file])
  const visit = (key) => {
    if (seen.has(key)) return
    seen.add(key)
    const chunk = manifest[key]
    if (!chunk)
      throw new Error(`The build has no ${key}: the size check must know it.`)
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const module of modules) visit(module)
  return files
}

// On its own: the bundler sets NODE_ENV for the whole process.
await main(bundleForSize)
