import { readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import ts from 'typescript'
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

const production = files.filter(
  (path) => /\.tsx?$/.test(path) && !path.startsWith('testing/'),
)

test('no file of the web app is longer than 350 lines', () => {
  const lengths = production.map((path) => ({
    path,
    lines: readFileSync(join(web, path), 'utf8').trimEnd().split('\n').length,
  }))
  expect(lengths.filter(({ lines }) => lines > 350)).toEqual([])
})

/** Those of tests, and what a migration once did, are lists of other things. */
const exempt = /\.test\.tsx?$|\/(testing|proof|migrations)\//

test('no function of apps and packages is longer than 100 lines', () => {
  const sources = [
    'apps/web',
    'apps/gateway',
    'packages/api',
    'packages/protocol',
  ]
    .map((name) => join(import.meta.dirname, '..', name, 'src'))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) =>
        join(folder, path),
      ),
    )
    .filter((path) => /\.tsx?$/.test(path) && !exempt.test(path))
  const long = sources
    .flatMap((path) => listFunctions(path))
    .filter(({ lines }) => lines > 100)
  expect(long).toEqual([])
})

test('hooks of the web app call each other at most four deep', () => {
  const calls = new Map(production.flatMap((path) => listHookCalls(path)))
  const findDeepest = (name: string, above: string[] = []): string[] =>
    [...(calls.get(name) ?? [])]
      // Those of libraries are not ours to count.
      .filter((hook) => calls.has(hook) && !above.includes(hook))
      .map((hook) => [hook, ...findDeepest(hook, [...above, name])])
      .reduce((one, other) => (other.length > one.length ? other : one), [])
  const deep = [...calls.keys()]
    .map((name) => [name, ...findDeepest(name)])
    .filter((chain) => chain.length - 1 > 4)
  expect(deep).toEqual([])
})

test('nothing asks the gateway for everything again: acts say what they touch', () => {
  expect(filesThatHold(/queryKey: \['gateway'\]/)).toEqual([])
})

/** Where something is of one kind, and of the other kind beside it. */
const ofBothKinds = [
  'preferences/localQueue.ts',
  'preferences/legacyKept.ts',
  'flows/share/Share.tsx',
  'queries/localSignables.ts',
]

test('what is meant for every kind that this browser keeps goes through their table', () => {
  const both =
    /\blocalTransactions\b.*\blocalMessages\b|\blocalMessages\b.*\blocalTransactions\b/s
  expect(filesThatHold(both).sort()).toEqual(ofBothKinds.sort())
})

test('what a wallet lacks is said in one order everywhere', () => {
  expect(filesThatHold(/kind: 'switch'/)).toEqual([
    'flows/act/findPlaceReason.ts',
  ])
})

/** The rooms that touch a network, and what only tests use. */
const ofNetwork = /^(head|trust|wallet|worker|testing)\//

test('nodes are asked by the readings of trust and by the wallet alone', () => {
  const asking = filesThatHold(
    /\.request\(\s*\{|\bmethod: '(eth|net|web3|debug|trace)_/,
  )
  expect(asking.filter((path) => !ofNetwork.test(path))).toEqual([])
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
  'lib/nameNetwork.ts',
  'wallet/connection.ts',
  // A network that is typed in is described by the release, else by its reader.
  'preferences/networks.ts',
  'screens/settings/AddNetwork.tsx',
]

test('what is offered on a chain is asked of its configuration', () => {
  expect(filesThatHold(/\bfindChain\(/).sort()).toEqual(ownTable.sort())
})

function parse(path: string): ts.SourceFile {
  const text = readFileSync(path, 'utf8')
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
}

function listFunctions(path: string) {
  const source = parse(path)
  const found: { place: string; lines: number }[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const lineOf = (at: number) => source.getLineAndCharacterOfPosition(at)
      const first = lineOf(node.getStart(source)).line
      const lines = lineOf(node.end).line - first + 1
      found.push({ place: `${path}:${first + 1}`, lines })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The hooks of our own that each function of a file calls. */
function listHookCalls(path: string): [string, Set<string>][] {
  const { statements } = parse(join(web, path))
  const imported = new Map(
    statements.filter(ts.isImportDeclaration).flatMap((one) => {
      const from = (one.moduleSpecifier as ts.StringLiteral).text
      const names = one.importClause?.namedBindings
      if (!from.startsWith('.') || !names || !ts.isNamedImports(names))
        return []
      const file = join(dirname(path), from).replace(/\.js$/, '')
      return names.elements.map(({ name, propertyName }): [string, string] => [
        name.text,
        `${file}#${(propertyName ?? name).text}`,
      ])
    }),
  )
  const file = path.replace(/\.tsx?$/, '')
  return statements.filter(ts.isFunctionDeclaration).map((declared) => {
    const called = new Set<string>()
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
        const { text } = node.expression
        if (/^use[A-Z]/.test(text))
          called.add(imported.get(text) ?? `${file}#${text}`)
      }
      ts.forEachChild(node, visit)
    }
    visit(declared)
    return [`${file}#${declared.name?.text}`, called]
  })
}

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
  'screens/accounts/AccountsScreen.tsx': 'safes that no network tells of',
  'components/transaction/LazyDetails.tsx': 'what somebody looks into',
  'flows/bringIn/withoutNetwork.tsx': 'the same, where no network answers',
  'ui/latePart.tsx': 'the same for all that may be missing',
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
      /(?<!typeof )\bimport\(|(?<!\.)\b(lazy|latePart)\(/.test(
        readFileSync(join(web, path), 'utf8'),
      ),
    )
  expect(found.sort()).toEqual(Object.keys(splits).sort())
})
