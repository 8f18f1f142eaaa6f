import type { Config } from '../config.js'

const publicRelay = 'wss://relay.walletconnect.org'

/** Who says whether a dapp is where it claims to be; the library asks both. */
const verifiers = [
  'https://verify.walletconnect.org',
  'https://verify.walletconnect.com',
]

/** Whom the browser may call for WalletConnect; without a project id, nobody. */
export function listWalletConnectUrls({
  walletConnect,
}: Pick<Config, 'walletConnect'>): string[] {
  if (!walletConnect) return []
  return [walletConnect.relayUrl ?? publicRelay, ...verifiers]
}
