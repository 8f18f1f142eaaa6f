import type { WalletList } from '@rainbow-me/rainbowkit'
import { safeWallet as libraryWallet } from '@rainbow-me/rainbowkit/wallets'
import { createConnector } from 'wagmi'
import { safe } from 'wagmi/connectors'
import { SafeInformationError } from './walletErrors.js'

type CreateWallet = WalletList[number]['wallets'][number]

/**
 * RainbowKit's entry with a connector that gives the host time to answer:
 * wagmi's own ten milliseconds are a coin toss.
 */
export const safeWallet: CreateWallet = () => ({
  ...libraryWallet(),
  createConnector: (details) =>
    createConnector((config) => {
      const connector = safe({
        allowedDomains: listHosts(),
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

/**
 * The server lets only configured parents frame this page; of these, the one
 * that did so is asked. The whole origin is compared, not a part of it.
 */
function listHosts(): RegExp[] {
  const { referrer } = document
  if (!URL.canParse(referrer)) return []
  const origin = new URL(referrer).origin.replace(/[^\w]/g, '\\$&')
  return [new RegExp(`^${origin}$`)]
}
