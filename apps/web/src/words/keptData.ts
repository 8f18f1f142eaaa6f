/** What is kept under a name, as people call it. */
const names: Readonly<Record<string, string>> = {
  addressBook: 'address book',
  appearance: 'appearance settings',
  environment: 'server settings',
  knownSafes: 'list of safes',
  movementLabels: 'transaction labels',
  networks: 'list of networks',
  safeApps: 'Safe App settings',
  security: 'security settings',
  tokens: 'token settings',
  walletConnect: 'WalletConnect connections',
}

/** What nobody would know by another name keeps its own. */
export function nameKept(name: string): string {
  if (name.startsWith('wallet.')) return 'wallet connection'
  return names[name] ?? `data “${name}”`
}
