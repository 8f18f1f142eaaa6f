/**
 * Every address inside the app is written here and nowhere else. They are the
 * ones people know from the ecosystem: a shared link works with only the host
 * replaced.
 */
export const paths = {
  root: '/',
  accounts: '/welcome/accounts',
  home: '/home',
  balances: '/balances',
  collectibles: '/balances/nfts',
  transactions: '/transactions',
  queue: '/transactions/queue',
  history: '/transactions/history',
  messages: '/transactions/messages',
  transaction: '/transactions/tx',
  message: '/transactions/msg',
  bringIn: '/transactions/bring-in',
  scan: '/transactions/scan',
  addressBook: '/address-book',
  apps: '/apps',
  customApps: '/apps/custom',
  openApp: '/apps/open',
  walletConnect: '/apps/walletconnect',
  shareApp: '/share/safe-app',
  createSafe: '/new-safe/create',
  loadSafe: '/new-safe/load',
  addOwner: '/addOwner',
  settings: '/settings',
  setup: '/settings/setup',
  modules: '/settings/modules',
  appearance: '/settings/appearance',
  safeApps: '/settings/safe-apps',
  data: '/settings/data',
  environment: '/settings/environment',
  security: '/settings/security',
  rules: '/rules',
  parts: '/parts',
} as const
