import {
  createRootRoute,
  createRoute,
  createRouter,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { latePage } from '../hooks/latePage.js'
import { detours, paths } from '../lib/paths.js'
import {
  type AppSearch,
  parseSearch,
  readAppSearch,
  stringifySearch,
} from '../lib/searchText.js'
import { isFromFolder } from '../lib/servedFrom.js'
import type { AskFirst } from '../queries/askAhead.js'
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
function detour<const Path extends keyof typeof detours>(path: Path) {
  return createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ search }) => {
      const to: string = detours[path]
      throw redirect({ to, search, replace: true })
    },
  })
}

const noApps = latePage(
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

const accounts = latePage(
  () => import('../screens/accounts/AccountsScreen.js'),
  'AccountsScreen',
)
const collectibles = latePage(
  () => import('../screens/assets/CollectiblesScreen.js'),
  'CollectiblesScreen',
)
const rules = latePage(
  () => import('../screens/rules/RulesScreen.js'),
  'RulesScreen',
)
const history = latePage(
  () => import('../screens/history/HistoryScreen.js'),
  'HistoryScreen',
)
const statement = latePage(
  () => import('../screens/history/StatementScreen.js'),
  'StatementScreen',
)
const messages = latePage(
  () => import('../screens/messages/MessagesScreen.js'),
  'MessagesScreen',
)
const home = () => import('../screens/home/HomeScreen.js')
const tokens = () => import('../screens/assets/TokensScreen.js')
const queue = () => import('../screens/queue/QueueScreen.js')
const transaction = () => import('../screens/transaction/TransactionScreen.js')
const bringIn = latePage(
  () => import('../screens/bringIn/BringInScreen.js'),
  'BringInScreen',
)
const scan = latePage(
  () => import('../screens/scan/ScanScreen.js'),
  'ScanScreen',
)
const addressBook = latePage(
  () => import('../screens/addressBook/AddressBookScreen.js'),
  'AddressBookScreen',
)
const apps = latePage(
  () => import('../screens/apps/AppsScreen.js'),
  'AppsScreen',
)
const customApps = latePage(
  () => import('../screens/apps/CustomAppsScreen.js'),
  'CustomAppsScreen',
)
const openApp = latePage(
  () => import('../screens/apps/OpenAppScreen.js'),
  'OpenAppScreen',
)
const walletConnect = latePage(
  () => import('../screens/apps/walletConnect/WalletConnectScreen.js'),
  'WalletConnectScreen',
)
const shareApp = latePage(
  () => import('../screens/apps/ShareAppScreen.js'),
  'ShareAppScreen',
)
const settings = createRoute({
  getParentRoute: () => root,
  id: 'settingsLayout',
  component: latePage(
    () => import('../screens/settings/SettingsScreen.js'),
    'SettingsScreen',
  ),
})
const addOwner = latePage(
  () => import('../screens/settings/AddOwnerScreen.js'),
  'AddOwnerScreen',
)
const createSafe = latePage(
  () => import('../screens/createSafe/CreateSafeScreen.js'),
  'CreateSafeScreen',
)
const loadSafe = latePage(
  () => import('../screens/loadSafe/LoadSafeScreen.js'),
  'LoadSafeScreen',
)
const parts = latePage(
  () => import('../screens/parts/PartsScreen.js'),
  'PartsScreen',
)

/** By page, what it shows first: it comes with the page. */
export const loadAskFirst: Readonly<
  Record<string, () => Promise<{ askFirst: AskFirst }>>
> = {
  [paths.home]: home,
  [paths.balances]: tokens,
  [paths.queue]: queue,
}

/** The map of the app. */
const routeTree = root.addChildren([
  detour(paths.root),
  page(paths.accounts, accounts),
  page(paths.home, latePage(home, 'HomeScreen')),
  page(paths.balances, latePage(tokens, 'TokensScreen')),
  page(paths.collectibles, collectibles),
  detour(paths.transactions),
  page(paths.queue, latePage(queue, 'QueueScreen')),
  page(paths.history, history),
  page(paths.statement, ofGateway(statement)),
  page(paths.messages, messages),
  createRoute({
    getParentRoute: () => root,
    path: paths.transaction,
    component: latePage(transaction, 'TransactionScreen'),
    beforeLoad: leadCarried(paths.bringIn),
  }),
  page(paths.message, latePage(transaction, 'MessageScreen')),
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
  detour(paths.settings),
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
