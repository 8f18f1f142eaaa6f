import { latePage } from '../../hooks/latePage.js'
import { paths } from '../../lib/paths.js'

/**
 * The settings in their order, with all that tabs, routes and titles need. Those of a safe need one to be about, and
 * one is for those who look after the gateway.
 */
export const settingsPages = [
  {
    path: paths.setup,
    title: 'Setup',
    for: 'safe',
    component: latePage(() => import('./SetupPage.js'), 'SetupPage'),
  },
  {
    path: paths.modules,
    title: 'Modules',
    for: 'safe',
    component: latePage(() => import('./ModulesPage.js'), 'ModulesPage'),
  },
  {
    path: paths.notifications,
    title: 'Notifications',
    for: 'safe',
    component: latePage(
      () => import('./NotificationsPage.js'),
      'NotificationsPage',
    ),
  },
  {
    path: paths.appearance,
    title: 'Appearance',
    for: 'everybody',
    component: latePage(() => import('./AppearancePage.js'), 'AppearancePage'),
  },
  {
    path: paths.safeApps,
    title: 'Safe apps',
    for: 'everybody',
    component: latePage(() => import('./SafeAppsPage.js'), 'SafeAppsPage'),
  },
  {
    path: paths.data,
    title: 'Data',
    for: 'everybody',
    component: latePage(() => import('./DataPage.js'), 'DataPage'),
  },
  {
    path: paths.environment,
    title: 'Servers',
    for: 'everybody',
    component: latePage(
      () => import('./EnvironmentPage.js'),
      'EnvironmentPage',
    ),
  },
  {
    path: paths.security,
    title: 'Security',
    for: 'everybody',
    component: latePage(() => import('./SecurityPage.js'), 'SecurityPage'),
  },
  {
    path: paths.proof,
    title: 'Version and proof',
    for: 'everybody',
    component: latePage(() => import('./ProofPage.js'), 'ProofPage'),
  },
  {
    path: paths.administration,
    title: 'Administration',
    for: 'administrators',
    component: latePage(
      () => import('./AdministrationPage.js'),
      'AdministrationPage',
    ),
  },
] as const
