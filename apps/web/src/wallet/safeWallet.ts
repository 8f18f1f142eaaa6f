import type { WalletList } from '@rainbow-me/rainbowkit'
import { safeWallet as libraryWallet } from '@rainbow-me/rainbowkit/wallets'
import { createConnector } from 'wagmi'
import { safe } from 'wagmi/connectors'
import { SafeInformationError } from './walletErrors.js'

type CreateWallet = WalletList[number]['wallets'][number]

/** How wagmi calls the connector. */
export const safeConnectorId = 'safe'

/**
 * RainbowKit's entry with a connector that gives the host time to answer:
 * wagmi's own ten milliseconds are a coin toss.
 */
export function createSafeWallet(parents: readonly string[]): CreateWallet {
  return () => ({
    ...libraryWallet(),
    createConnector: (details) =>
      createConnector((config) => {
        const connector = safe({
          allowedDomains: parents.map(toPattern),
          unstable_getInfoTimeout: 2000,
        })(config)
        return {
          ...connector,
          async getProvider() {
            try {
              return await connector.getProvider()
            } catch (cause) {
              throw new SafeInformationError({ cause })
            }
          },
          ...details,
        }
      }),
  })
}

/**
 * The server lets only configured parents frame this page, and only they are
 * listened to. The whole origin is compared, not a part of it.
 */
export function toPattern(origin: string): RegExp {
  return new RegExp(`^${origin.replace(/[^\w]/g, '\\$&')}$`)
}
