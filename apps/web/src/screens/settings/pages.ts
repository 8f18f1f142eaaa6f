import {
  IconCertificate,
  IconDatabase,
  IconPalette,
  IconPlug,
  IconPuzzle,
  IconServer,
  IconShieldCheck,
  IconUsers,
} from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '../../lib/paths.js'

/**
 * The settings in their order, with all that tabs, routes, titles and the
 * search for commands need. Those of a safe need one to be about.
 */
export const settingsPages = [
  {
    path: paths.setup,
    title: 'Setup',
    Icon: IconUsers,
    ofSafe: true,
    component: lazyRouteComponent(() => import('./SetupPage.js'), 'SetupPage'),
  },
  {
    path: paths.modules,
    title: 'Modules',
    Icon: IconPlug,
    ofSafe: true,
    component: lazyRouteComponent(
      () => import('./ModulesPage.js'),
      'ModulesPage',
    ),
  },
  {
    path: paths.appearance,
    title: 'Appearance',
    Icon: IconPalette,
    ofSafe: false,
    component: lazyRouteComponent(
      () => import('./AppearancePage.js'),
      'AppearancePage',
    ),
  },
  {
    path: paths.safeApps,
    title: 'Safe apps',
    Icon: IconPuzzle,
    ofSafe: false,
    component: lazyRouteComponent(
      () => import('./SafeAppsPage.js'),
      'SafeAppsPage',
    ),
  },
  {
    path: paths.data,
    title: 'Data',
    Icon: IconDatabase,
    ofSafe: false,
    component: lazyRouteComponent(() => import('./DataPage.js'), 'DataPage'),
  },
  {
    path: paths.environment,
    title: 'Environment',
    Icon: IconServer,
    ofSafe: false,
    component: lazyRouteComponent(
      () => import('./EnvironmentPage.js'),
      'EnvironmentPage',
    ),
  },
  {
    path: paths.security,
    title: 'Security',
    Icon: IconShieldCheck,
    ofSafe: false,
    component: lazyRouteComponent(
      () => import('./SecurityPage.js'),
      'SecurityPage',
    ),
  },
  {
    path: paths.proof,
    title: 'Version and proof',
    Icon: IconCertificate,
    ofSafe: false,
    component: lazyRouteComponent(() => import('./ProofPage.js'), 'ProofPage'),
  },
] as const
