import { join } from 'node:path'
import { readUsedModules } from './usedModules'

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
/** The heavy half of the review comes with every flow. */
const flows = /\/(flows|understand\/assess)\//
const safePages =
  /\/screens\/(home|assets|queue|history|messages|transaction)\//
/** Nothing comes with these that they can be without. */
const firstContent =
  /\/(main\.tsx|screens\/(accounts\/|home\/|queue\/|assets\/Tokens).*)$/
const wallet = /\/WalletButton\.tsx$/
/** Prefetched together, for the day when the gateway is gone. */
const details = /\/(TransactionDetails|BringInScreen|KeptOffline)\.tsx$/
/** What every page has when its content stands. */
const afterwards = /\/app\/(Afterwards|NoticePanel)\./
/** For what may happen then. */
const happenings = /\/(app\/(announce|CommandPalette)|standIn\/answer)\./

/**
 * Left alone, whatever two pages share becomes a file of its own, and a page
 * asks for sixty. What the first page shares with any other is one file here,
 * and what the pages about a safe share among them, or with what comes later,
 * another. What comes after the content is in a few more: forms with the review,
 * what pages have in common with them, what stands around every page.
 */
export const sharedFiles = [
  shareFile(
    'parts',
    (users) => users.length > 1 && users.some(isOf(firstPage)),
  ),
  shareFile(
    'ledger',
    (users) =>
      users.filter(isOf(safePages)).length > 1 ||
      (users.length > 1 && users.some(isOf(firstContent))),
  ),
  {
    debugName: 'late',
    test: (id: string) => ours.test(id) || findLibrary(id) !== undefined,
    name: (id: string) =>
      findLibrary(id) ?? nameLateFile(used.findUsers(nameUsed(id))),
    // What these need from elsewhere stays where it is.
    includeDependenciesRecursively: false,
  },
  // The pictures that the wallet layer asks for as soon as it is there.
  {
    name: 'walletPictures',
    test: /\/rainbowkit\/dist\/.*(injected|rainbow|coinbase|walletConnect)Wallet-|\/rainbowkit\/dist\/(assets|login)-/,
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

const ours =
  /\/(apps\/web\/src\/|packages\/(protocol|api)\/src\/|icons-react\/|@mantine\/core\/)/

/** What libraries need of libraries is not read, and small. */
const libraries: readonly [RegExp, string][] = [
  [/\/wordlists\/english\.|\/useBlocker\./, 'flows'],
  [/\/node_modules\/uqr\/|\/release-keys\.json/, 'common'],
  [/\/node_modules\/qr\/index\./, 'walletParts'],
  [/\/@mantine\/hooks\//, 'common'],
  // Of Mantine's switch, which a page may begin with.
  [/\/(InlineInput|InputsGroupFieldset)\//, 'pieces'],
]

function findLibrary(id: string): string | undefined {
  return libraries.find(([test]) => test.test(id))?.[1]
}

function nameLateFile(users: readonly string[]): string | null {
  if (users.length === 0) return null
  if (users.every(isOf(flows))) return 'flows'
  if (users.every(isOf(details))) return 'details'
  if (users.every(isOf(afterwards))) return 'afterwards'
  if (users.every(isOf(happenings))) return 'happenings'
  if (users.length === 1 || users.some(isOf(firstContent))) return null
  // A page that begins with these waits for nothing that it can be without.
  if (users.some(isOf(safePages))) return 'pieces'
  if (users.some(isOf(wallet))) return 'walletParts'
  return 'common'
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

function shareFile(name: string, isFor: (users: readonly string[]) => boolean) {
  return {
    debugName: name,
    test: /\/(apps\/web\/src|icons-react|@mantine\/core)\/|\/lookAlike\.ts$/,
    name: (id: string) => (isFor(used.findUsers(nameUsed(id))) ? name : null),
  }
}
