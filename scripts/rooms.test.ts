import { readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '..', 'apps', 'web', 'src')

const files = readdirSync(web, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name).slice(web.length + 1))

test('components only show: what decides is understood elsewhere', () => {
  const kinds = files
    .filter((path) => path.startsWith('components/'))
    .map((path) => extname(path))
  expect(new Set(kinds)).toEqual(new Set(['.tsx', '.css']))
})

test('understanding and acting show nothing', () => {
  const shown = files.filter(
    (path) => /^(understand|flows\/act)\//.test(path) && !path.endsWith('.ts'),
  )
  expect(shown).toEqual([])
})

test('no folder of the web app has outgrown a glance', () => {
  const count = new Map<string, number>()
  for (const path of files.filter((file) => /\.tsx?$/.test(file)))
    count.set(dirname(path), (count.get(dirname(path)) ?? 0) + 1)
  expect([...count].filter(([, within]) => within > 40)).toEqual([])
})

test('nothing asks the gateway for everything anew: acts say what they touch', () => {
  expect(filesThatHold(/queryKey: \['gateway'\]/)).toEqual([])
})

/** Where the release's own table of chains is meant, not a chain's set-up. */
const ownTable = [
  // What of a chain is the release's to say, and what its operator's.
  'queries/appConfig.ts',
  'queries/folderConfig.ts',
  'trust/chainFacts.ts',
  // Nodes are never the gateway's choice alone.
  'trust/endpoint.ts',
  // Names of networks that are not set up here.
  'screens/addressBook/ContactTable.tsx',
]

test('what is offered on a chain is asked of its configuration', () => {
  expect(filesThatHold(/\bfindChain\(/).sort()).toEqual(ownTable.sort())
})

function filesThatHold(pattern: RegExp): string[] {
  return files
    .filter((path) => /\.tsx?$/.test(path))
    .filter((path) => pattern.test(readFileSync(join(web, path), 'utf8')))
}

/** Where code of the web app may be split, and why. */
const splits = {
  'app/router.tsx': 'the route',
  'screens/settings/pages.ts': 'the route',
  'app/Shell.tsx': 'the flow; what is under way, once the page stands',
  'flows/machine/loadMachine.ts': 'the flow: what all of them lead through',
  'flows/machine/registry.ts': 'the flow: each of them',
  'understand/assess/loadHeavyHalf.ts': 'the heavy half of the review',
  'queries/appConfig.ts': 'the file beside a page from a folder',
  'app/providers.tsx': 'who answers for a gateway, where none does',
  'app/WalletSlot.tsx': 'wallets are more code than all else together',
  'app/WalletConnectSlot.tsx': 'few browsers are connected to a dapp',
  'walletConnect/service.ts': 'the library of WalletConnect, once it is used',
  'wallet/demo/demoProvider.ts': 'no key before the chain is proven local',
  'trust/sockets/sockets.ts': 'websockets, for those who name one',
  'trust/ens.ts': 'the table of characters, with the first name',
  'wallet/reverseName.ts': 'the same, for the name of an address',
  // Pages would be over their budget with these.
  'components/transaction/LazyDetails.tsx': 'a row that is looked into',
  'app/FindButton.tsx': 'the search, for those who open it',
  'app/NoticeButton.tsx': 'the notices, for those who look',
  'app/useLive.ts': 'the narrator, for the first piece of news',
  'screens/home/Receive.tsx': 'the code for a camera, for those who open it',
  'screens/home/Worth.tsx': 'the library of charts, after the first content',
}

test('code is split at the route, the flow and the review; else it is imported', () => {
  const found = files
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('testing/'))
    .filter((path) =>
      /(?<!typeof )\bimport\(|(?<!\.)\blazy\(/.test(
        readFileSync(join(web, path), 'utf8'),
      ),
    )
  expect(found.sort()).toEqual(Object.keys(splits).sort())
})
