import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { paths } from '../lib/paths.js'
import { NotFoundScreen } from '../screens/notFound/NotFoundScreen.js'
import { FailureScreen } from './FailureScreen.js'
import { Shell } from './Shell.js'

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFoundScreen,
})

const home = createRoute({
  getParentRoute: () => root,
  path: paths.root,
  beforeLoad: () => {
    throw redirect({ to: paths.accounts, replace: true })
  },
})

const accounts = createRoute({
  getParentRoute: () => root,
  path: paths.accounts,
  component: lazyRouteComponent(
    () => import('../screens/accounts/AccountsScreen.js'),
    'AccountsScreen',
  ),
})

export function createAppRouter() {
  return createRouter({
    routeTree: root.addChildren([home, accounts]),
    defaultErrorComponent: FailureScreen,
    defaultPreload: 'intent',
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
