import { lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '../../lib/paths.js'

/**
 * The settings in their order, with all that tabs, routes and titles need. Those of a safe need one to be about.
 */
export const settingsPages = [
  {
    path: paths.setup,
    title: 'Setup',
    ofSafe: true,
    component: lazyRouteComponent(() => import('./SetupPage.js'), 'SetupPage'),
  },
  {
    path: paths.modules,
    title: 'Modules',
    ofSafe: true,
    component: lazyRouteComponent(
      () => import('./ModulesPage.js'),
      'ModulesPage',
    ),
  },
  {
    path: paths.appearance,
    title: 'Appearance',
    ofSafe: false,
    component: lazyRouteComponent(
      () => import('./AppearancePage.js'),
      'AppearancePage',
    ),
  },
  {
    path: paths.safeApps,
    title: 'Safe apps',
    ofSafe: false,
    component: lazyRouteComponent(
      () => import('./SafeAppsPage.js'),
      'SafeAppsPage',
    ),
  },
  {
    path: paths.data,
    title: 'Data',
    ofSafe: false,
    component: lazyRouteComponent(() => import('./DataPage.js'), 'DataPage'),
  },
  {
    path: paths.environment,
    title: 'Environment',
    ofSafe: false,
    component: lazyRouteComponent(
      () => import('./EnvironmentPage.js'),
      'EnvironmentPage',
    ),
  },
  {
    path: paths.security,
    title: 'Security',
    ofSafe: false,
    component: lazyRouteComponent(
      () => import('./SecurityPage.js'),
      'SecurityPage',
    ),
  },
  {
    path: paths.proof,
    title: 'Version and proof',
    ofSafe: false,
    component: lazyRouteComponent(() => import('./ProofPage.js'), 'ProofPage'),
  },
] as const
