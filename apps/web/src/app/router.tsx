import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { paths } from '../lib/paths.js'
import {
  type AppSearch,
  parseSearch,
  readAppSearch,
  stringifySearch,
} from '../lib/searchText.js'
import { isFromFolder } from '../lib/servedFrom.js'
import { NotFoundScreen } from '../screens/notFound/NotFoundScreen.js'
import { settingsPages } from '../screens/settings/pages.js'
import { FailureScreen } from './FailureScreen.js'
import { Shell } from './Shell.js'

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFoundScreen,
  validateSearch: readAppSearch,
})

/** A page; its code comes when somebody goes there. */
function page<const Path extends string>(
  path: Path,
  component: RouteComponent,
) {
  return createRoute({ getParentRoute: () => root, path, component })
}

/** An address that leads on to another and keeps what it was asked with. */
function detour<const Path extends string>(path: Path, to: string) {
  return createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ search }) => {
      throw redirect({ to, search, replace: true })
    },
  })
}

const noApps = lazyRouteComponent(
  () => import('../screens/apps/NoAppsScreen.js'),
  'NoAppsScreen',
)

/** Pages that show others' sites, which the policy of a folder refuses. */
const ofGateway = (component: RouteComponent): RouteComponent =>
  isFromFolder() ? noApps : component

/** A link that carries a transaction is reviewed before it is anything. */
function leadCarried(to: string) {
  return ({
    location: { hash },
    search,
  }: {
    location: { hash: string }
    search: AppSearch
  }) => {
    if (hash.startsWith('tx='))
      throw redirect({ to, search, hash, replace: true })
  }
}

const accounts = lazyRouteComponent(
  () => import('../screens/accounts/AccountsScreen.js'),
  'AccountsScreen',
)
const home = lazyRouteComponent(
  () => import('../screens/home/HomeScreen.js'),
  'HomeScreen',
)
const tokens = lazyRouteComponent(
  () => import('../screens/assets/TokensScreen.js'),
  'TokensScreen',
)
const collectibles = lazyRouteComponent(
  () => import('../screens/assets/CollectiblesScreen.js'),
  'CollectiblesScreen',
)
const rules = lazyRouteComponent(
  () => import('../screens/rules/RulesScreen.js'),
  'RulesScreen',
)
const queue = lazyRouteComponent(
  () => import('../screens/queue/QueueScreen.js'),
  'QueueScreen',
)
const history = lazyRouteComponent(
  () => import('../screens/history/HistoryScreen.js'),
  'HistoryScreen',
)
const statement = lazyRouteComponent(
  () => import('../screens/history/StatementScreen.js'),
  'StatementScreen',
)
const messages = lazyRouteComponent(
  () => import('../screens/messages/MessagesScreen.js'),
  'MessagesScreen',
)
const transaction = () => import('../screens/transaction/TransactionScreen.js')
const bringIn = lazyRouteComponent(
  () => import('../screens/bringIn/BringInScreen.js'),
  'BringInScreen',
)
const scan = lazyRouteComponent(
  () => import('../screens/scan/ScanScreen.js'),
  'ScanScreen',
)
const addressBook = lazyRouteComponent(
  () => import('../screens/addressBook/AddressBookScreen.js'),
  'AddressBookScreen',
)
const apps = lazyRouteComponent(
  () => import('../screens/apps/AppsScreen.js'),
  'AppsScreen',
)
const customApps = lazyRouteComponent(
  () => import('../screens/apps/CustomAppsScreen.js'),
  'CustomAppsScreen',
)
const openApp = lazyRouteComponent(
  () => import('../screens/apps/OpenAppScreen.js'),
  'OpenAppScreen',
)
const walletConnect = lazyRouteComponent(
  () => import('../screens/apps/walletConnect/WalletConnectScreen.js'),
  'WalletConnectScreen',
)
const shareApp = lazyRouteComponent(
  () => import('../screens/apps/ShareAppScreen.js'),
  'ShareAppScreen',
)
const settings = createRoute({
  getParentRoute: () => root,
  id: 'settingsLayout',
  component: lazyRouteComponent(
    () => import('../screens/settings/SettingsScreen.js'),
    'SettingsScreen',
  ),
})
const addOwner = lazyRouteComponent(
  () => import('../screens/settings/AddOwnerScreen.js'),
  'AddOwnerScreen',
)
const createSafe = lazyRouteComponent(
  () => import('../screens/createSafe/CreateSafeScreen.js'),
  'CreateSafeScreen',
)
const loadSafe = lazyRouteComponent(
  () => import('../screens/loadSafe/LoadSafeScreen.js'),
  'LoadSafeScreen',
)
const parts = lazyRouteComponent(
  () => import('../screens/parts/PartsScreen.js'),
  'PartsScreen',
)

/** The map of the app. */
const routeTree = root.addChildren([
  detour(paths.root, paths.accounts),
  page(paths.accounts, accounts),
  page(paths.home, home),
  page(paths.balances, tokens),
  page(paths.collectibles, collectibles),
  detour(paths.transactions, paths.queue),
  page(paths.queue, queue),
  page(paths.history, history),
  page(paths.statement, ofGateway(statement)),
  page(paths.messages, messages),
  createRoute({
    getParentRoute: () => root,
    path: paths.transaction,
    component: lazyRouteComponent(transaction, 'TransactionScreen'),
    beforeLoad: leadCarried(paths.bringIn),
  }),
  page(paths.message, lazyRouteComponent(transaction, 'MessageScreen')),
  page(paths.bringIn, bringIn),
  page(paths.scan, scan),
  page(paths.addressBook, addressBook),
  page(paths.apps, ofGateway(apps)),
  page(paths.customApps, ofGateway(customApps)),
  page(paths.openApp, ofGateway(openApp)),
  page(paths.walletConnect, ofGateway(walletConnect)),
  page(paths.shareApp, ofGateway(shareApp)),
  page(paths.createSafe, createSafe),
  page(paths.loadSafe, loadSafe),
  page(paths.addOwner, addOwner),
  detour(paths.settings, paths.appearance),
  settings.addChildren(
    settingsPages.map(({ path, component }) =>
      createRoute({ getParentRoute: () => settings, path, component }),
    ),
  ),
  page(paths.rules, rules),
  page(paths.parts, parts),
])

export function createAppRouter() {
  return createRouter({
    routeTree,
    defaultErrorComponent: FailureScreen,
    defaultPreload: 'intent',
    parseSearch,
    stringifySearch,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
