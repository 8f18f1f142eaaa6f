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
  statement: '/transactions/statement',
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
  notifications: '/settings/notifications',
  appearance: '/settings/appearance',
  safeApps: '/settings/safe-apps',
  data: '/settings/data',
  environment: '/settings/environment',
  security: '/settings/security',
  proof: '/settings/version',
  administration: '/settings/administration',
  rules: '/rules',
  parts: '/parts',
} as const

export type Path = (typeof paths)[keyof typeof paths]

/** Addresses that lead on to a page, which keeps what they were asked with. */
export const detours = {
  [paths.root]: paths.accounts,
  [paths.transactions]: paths.queue,
  [paths.settings]: paths.appearance,
} as const

/** The page that somebody sees who comes by this path. */
export function findPage(path: string): string {
  return (detours as Readonly<Record<string, string>>)[path] ?? path
}
