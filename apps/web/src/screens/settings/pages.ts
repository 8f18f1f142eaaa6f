import { lazyRouteComponent } from '@tanstack/react-router'
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
    component: lazyRouteComponent(() => import('./SetupPage.js'), 'SetupPage'),
  },
  {
    path: paths.modules,
    title: 'Modules',
    for: 'safe',
    component: lazyRouteComponent(
      () => import('./ModulesPage.js'),
      'ModulesPage',
    ),
  },
  {
    path: paths.notifications,
    title: 'Notifications',
    for: 'safe',
    component: lazyRouteComponent(
      () => import('./NotificationsPage.js'),
      'NotificationsPage',
    ),
  },
  {
    path: paths.appearance,
    title: 'Appearance',
    for: 'everybody',
    component: lazyRouteComponent(
      () => import('./AppearancePage.js'),
      'AppearancePage',
    ),
  },
  {
    path: paths.safeApps,
    title: 'Safe apps',
    for: 'everybody',
    component: lazyRouteComponent(
      () => import('./SafeAppsPage.js'),
      'SafeAppsPage',
    ),
  },
  {
    path: paths.data,
    title: 'Data',
    for: 'everybody',
    component: lazyRouteComponent(() => import('./DataPage.js'), 'DataPage'),
  },
  {
    path: paths.environment,
    title: 'Servers',
    for: 'everybody',
    component: lazyRouteComponent(
      () => import('./EnvironmentPage.js'),
      'EnvironmentPage',
    ),
  },
  {
    path: paths.security,
    title: 'Security',
    for: 'everybody',
    component: lazyRouteComponent(
      () => import('./SecurityPage.js'),
      'SecurityPage',
    ),
  },
  {
    path: paths.proof,
    title: 'Version and proof',
    for: 'everybody',
    component: lazyRouteComponent(() => import('./ProofPage.js'), 'ProofPage'),
  },
  {
    path: paths.administration,
    title: 'Administration',
    for: 'administrators',
    component: lazyRouteComponent(
      () => import('./AdministrationPage.js'),
      'AdministrationPage',
    ),
  },
] as const
