import { join } from 'node:path'
import { readUsedModules } from './usedModules'

/** As much of the bundler's graph as is needed here. */
type Graph = {
  getModuleInfo(id: string): {
    importers: readonly string[]
    dynamicImporters: readonly string[]
  } | null
}

const packages = join(import.meta.dirname, '..', '..', 'packages')

const used = readUsedModules({
  entry: join(import.meta.dirname, 'src', 'main.tsx'),
  faces: {
    '@covault/api': join(packages, 'api', 'src', 'index.ts'),
    '@covault/protocol': join(packages, 'protocol', 'src', 'index.ts'),
    '@covault/protocol/envelope': join(packages, 'protocol/src/envelope.ts'),
    '@covault/api/content-policy': join(packages, 'api/src/contentPolicy.ts'),
    '@covault/api/decimal': join(packages, 'api/src/decimal.ts'),
  },
})

const firstPage = /\/screens\/accounts\//
const flows = /\/flows\//
const safePages =
  /\/screens\/(home|assets|queue|history|messages|transaction)\//
/** Nothing comes with these that they can be without. */
const firstContent =
  /\/(main\.tsx|screens\/(accounts\/|home\/|queue\/|assets\/Tokens).*)$/
const wallet = /\/WalletButton\.tsx$/
const screens = /\/screens\//
/** Prefetched together, for the day when the gateway is gone. */
const details = /\/(TransactionDetails|BringInScreen)\.tsx$/

/**
 * Left alone, whatever two pages share becomes a file of its own, and a page
 * asks for sixty. What the first page shares with any other is one file here,
 * and what the pages about a safe share among them another. What comes after
 * the content is in a few more: forms, what they and the review have in common,
 * what pages have in common with them.
 */
export const sharedFiles = [
  // The first page reads logs as the ledger does, and needs no more of it.
  { name: 'events', test: /\/packages\/protocol\/src\/events[./]/ },
  // A file of its own would cost the first page its name.
  {
    name: 'owningSafes',
    test: /\/(wallet\/owningSafes|(queries|words|endpoints)\/bridges)\.ts$/,
    includeDependenciesRecursively: false,
  },
  shareFile(
    'parts',
    (users) => users.length > 1 && users.some(isOf(firstPage)),
  ),
  shareFile('ledger', (users) => users.filter(isOf(safePages)).length > 1),
  {
    debugName: 'late',
    test: /\/(apps\/web|packages\/(protocol|api))\/src\/|\/(icons-react|@mantine\/core)\//,
    name: (id: string) => nameLateFile(used.findUsers(nameUsed(id))),
    // What these need from elsewhere stays where it is.
    includeDependenciesRecursively: false,
  },
  // The pictures that the wallet layer asks for as soon as it is there.
  {
    name: 'walletPictures',
    test: /\/rainbowkit\/dist\/(injected|rainbow|coinbase|walletConnect)Wallet-|\/rainbowkit\/dist\/(assets|login)-/,
    includeDependenciesRecursively: false,
  },
  // What only the wallet layer and flows need of the libraries for chains.
  {
    name: 'chains',
    test: /\/node_modules\/(viem|ox|@noble|@adraffy|wagmi|@wagmi|abitype|eventemitter3)\//,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 1_000_000,
  },
]

function nameLateFile(users: readonly string[]): string | null {
  if (users.length === 0 || users.some(isOf(firstContent))) return null
  if (users.every(isOf(flows))) return 'flows'
  if (users.every(isOf(details))) return 'details'
  if (users.length === 1) return null
  if (users.some(isOf(safePages))) return 'details'
  if (users.some(isOf(wallet))) return 'walletParts'
  return users.some(isOf(screens)) ? 'common' : 'acting'
}

/** An icon and a part of Mantine go by the name that they are taken by. */
function nameUsed(id: string): string {
  const [, icon] = /\/icons-react\/dist\/esm\/icons\/(\w+)\.mjs$/.exec(id) ?? []
  if (icon) return `@tabler/icons-react#${icon}`
  const [, part] = /\/@mantine\/core\/esm\/components\/(\w+)\//.exec(id) ?? []
  return part ? `@mantine/core#${part}` : id.replace(/\?.*$/, '')
}

function isOf(folder: RegExp): (id: string) => boolean {
  return (id) => folder.test(id)
}

function shareFile(name: string, isFor: (users: string[]) => boolean) {
  return {
    debugName: name,
    // An index file of a package seems to need all of it; ours need what they
    // name.
    test: /\/apps\/web\/src\//,
    name: (id: string, graph: Graph) =>
      isFor(findUsers(id, graph)) ? name : null,
  }
}

/** What is loaded by itself and leads to this module. */
function findUsers(id: string, graph: Graph): string[] {
  const users = new Set<string>()
  const seen = new Set([id])
  for (const at of seen) {
    const info = graph.getModuleInfo(at)
    if (!info) continue
    if (info.dynamicImporters.length > 0) users.add(at)
    for (const importer of info.importers) seen.add(importer)
  }
  return [...users]
}
