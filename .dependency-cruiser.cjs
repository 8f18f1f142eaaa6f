// Who may import whom. The map these rules enforce is in ARCHITECTURE.md.
// Tests and what only tests use.
const test = '(\\.test\\.tsx?$|/src/(proof|testing)/|/src/testSetup\\.ts$)'

/** One room of an app, or several, and the rooms that it must not know. */
const forbidRooms = (app, room, forbidden) => ({
  name: `${room}-stays-in-its-place`,
  severity: 'error',
  from: { path: `^apps/${app}/src/(${room})/`, pathNot: test },
  to: { path: `^apps/${app}/src/(${forbidden.join('|')})/` },
})

const lowRooms = ['trust', 'queries', 'wallet', 'preferences', 'ui']

/** The rooms of the web app; each knows those after it, never those before. */
const webRooms = [
  ['app'],
  ['standIn'],
  ['screens'],
  ['flows'],
  ['components'],
  ['hooks'],
  ['understand'],
  lowRooms,
  ['words'],
  ['lib'],
]

/** What every flow leads through, in the same order. */
const flowRooms = ['machine', 'progress', 'review', 'act']

const either = (rooms) => rooms.join('|')
const aboveOf = (at) => webRooms.slice(0, at).flat()

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-undeclared-dependency',
      comment: 'A workspace declares what it imports in its own package.json.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-dev-dependency-in-shipped-code',
      severity: 'error',
      from: {
        path: '^(apps|packages)/[^/]+/src/',
        pathNot: test,
      },
      to: { dependencyTypes: ['npm-dev'], pathNot: '^packages/' },
    },
    {
      name: 'packages-are-entered-by-their-exports',
      severity: 'error',
      from: {
        path: '^(apps|packages)/([^/]+)/',
        pathNot: [
          // The verifier is measured by the cases that the protocol is.
          '^apps/verifier/src/[^/]+\\.test\\.ts$',
          // So is what pages do with envelopes.
          '^apps/web/src/flows/bringIn/mutatedEnvelopes\\.test\\.ts$',
          // Nothing is built yet when the build's configuration is read.
          '^apps/web/headFiles\\.ts$',
        ],
      },
      to: {
        path: '^packages/([^/]+)/src/',
        pathNot: [
          '^packages/$2/',
          '^packages/[^/]+/src/index\\.ts$',
          '^packages/api/src/(contentPolicy|decimal|openapi|transactionService)\\.ts$',
          '^packages/protocol/src/envelope\\.ts$',
        ],
      },
    },
    {
      name: 'apps-do-not-know-each-other',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/(?!$1/)' },
    },
    {
      name: 'packages-do-not-know-apps',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(apps|e2e|bench)/' },
    },
    {
      name: 'protocol-is-pure',
      comment: "Only viem's utilities: no input, no output, no framework.",
      severity: 'error',
      from: { path: '^packages/protocol/src/', pathNot: test },
      to: {
        pathNot: ['^packages/protocol/src/', '^node_modules/viem/'],
      },
    },
    {
      name: 'api-needs-little',
      severity: 'error',
      from: { path: '^packages/api/src/', pathNot: test },
      to: {
        pathNot: ['^packages/(api|protocol)/src/', '^node_modules/(viem|zod)/'],
      },
    },
    {
      name: 'devnet-is-never-shipped',
      severity: 'error',
      from: { path: '^(apps|packages/(protocol|api))/', pathNot: test },
      to: { path: '^packages/devnet/' },
    },
    {
      name: 'only-store-speaks-sql',
      severity: 'error',
      from: { path: '^apps/gateway/src/', pathNot: ['/store/', test] },
      to: { path: '^node_modules/(kysely|pg)/' },
    },
    {
      name: 'only-config-and-main-know-the-command-line',
      severity: 'error',
      from: {
        path: '^apps/gateway/src/(routes|commands|store|indexer|chain)/',
      },
      to: {
        path: '^apps/gateway/src/(main|app|startGateway)\\.ts$',
      },
    },
    forbidRooms('gateway', 'routes', ['indexer', 'chain']),
    forbidRooms('gateway', 'wire', ['routes', 'indexer', 'chain', 'http']),
    forbidRooms('gateway', 'transactionService', ['indexer']),
    forbidRooms('gateway', 'moveIn', ['routes', 'indexer', 'http']),
    forbidRooms('gateway', 'backups', [
      ...['routes', 'indexer', 'http', 'wire', 'chain', 'commands'],
    ]),
    forbidRooms('gateway', 'bridge', ['routes', 'indexer', 'http', 'wire']),
    forbidRooms('gateway', 'notices', [
      'routes',
      'commands',
      'indexer',
      'http',
      'wire',
    ]),
    forbidRooms('gateway', 'doctor', ['routes', 'indexer', 'http', 'store']),
    {
      name: 'transaction-service-asks-no-node',
      comment: 'It knows what a failing node is called, to say so.',
      severity: 'error',
      from: { path: '^apps/gateway/src/transactionService/', pathNot: test },
      to: {
        path: '^apps/gateway/src/chain/',
        pathNot: '^apps/gateway/src/chain/rpcErrors\\.ts$',
      },
    },
    {
      name: 'transaction-service-is-known-to-the-app-alone',
      severity: 'error',
      from: {
        path: '^apps/gateway/src/',
        pathNot: ['/transactionService/', '/src/app\\.ts$', test],
      },
      to: { path: '^apps/gateway/src/transactionService/' },
    },
    {
      name: 'browsers-load-no-transaction-service',
      severity: 'error',
      from: { path: '^(apps/web|packages/api/src/(?!transactionService))' },
      to: { path: '^packages/api/src/transactionService' },
    },
    {
      name: 'wire-only-translates',
      comment:
        'It knows the types of rows; a route reads them and hands them over.',
      severity: 'error',
      from: { path: '^apps/gateway/src/wire/', pathNot: test },
      to: {
        path: '^apps/gateway/src/(store/|commands/|assets/|(create)?[cC]ontext\\.ts$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    forbidRooms('gateway', 'assets', [
      'routes',
      'commands',
      'wire',
      'indexer',
      'http',
    ]),
    forbidRooms('gateway', 'commands', ['routes', 'indexer', 'http']),
    forbidRooms('gateway', 'indexer', ['routes', 'commands', 'http']),
    forbidRooms('gateway', 'chain', [
      'routes',
      'commands',
      'indexer',
      'store',
      'http',
    ]),
    forbidRooms('gateway', 'store', ['routes', 'commands', 'indexer', 'http']),
    ...webRooms
      .slice(1)
      .map((rooms, at) => forbidRooms('web', either(rooms), aboveOf(at + 1))),
    // What is lent to apps and dapps knows nothing of the page around it.
    forbidRooms('web', 'apps|walletConnect', aboveOf(webRooms.length - 2)),
    forbidRooms('web', either(['understand', ...lowRooms, 'words', 'lib']), [
      'apps',
      'walletConnect',
    ]),
    forbidRooms(
      'web',
      'ui',
      lowRooms.filter((room) => room !== 'ui'),
    ),
    ...flowRooms
      .slice(1)
      .map((room, at) =>
        forbidRooms('web', `flows/${room}`, [
          `flows/(${either(flowRooms.slice(0, at + 1))})`,
        ]),
      ),
    {
      name: 'understanding-and-acting-know-no-react',
      comment: 'biome.json says what they may take of @tanstack/react-query.',
      severity: 'error',
      from: { path: '^apps/web/src/(understand|flows/act)/', pathNot: test },
      to: {
        path: [
          '^node_modules/(react|react-dom|@mantine|@tabler|@tanstack/react-(router|virtual))/',
          '\\.(tsx|css)$',
        ],
      },
    },
    {
      name: 'only-trust-and-wallet-touch-a-network',
      severity: 'error',
      from: {
        path: '^apps/web/src/',
        pathNot: ['^apps/web/src/(trust|wallet)/', test],
      },
      to: { path: '^node_modules/viem/_[a-z]+/actions/' },
    },
    {
      name: 'screens-do-not-know-each-other',
      severity: 'error',
      from: { path: '^apps/web/src/screens/([^/]+)/' },
      to: { path: '^apps/web/src/screens/(?!$1/)' },
    },
    {
      name: 'flows-do-not-know-each-other',
      severity: 'error',
      from: { path: '^apps/web/src/flows/(?!machine/)([^/]+)/', pathNot: test },
      // What all of them lead through; its registry knows them all.
      to: {
        path: `^apps/web/src/flows/(?!$1/|(${flowRooms.join('|')})/)[^/]+/`,
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.cache)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}
