import type { Wallet } from '@rainbow-me/rainbowkit'
import { createConnector } from 'wagmi'
import type { PromptDesk } from './promptDesk.js'
import { NoProjectIdError } from './walletErrors.js'

/**
 * Stands in for a wallet that is reached over WalletConnect where no project
 * id is configured: choosing it explains that instead of failing.
 */
export function createExplainedConnector({
  wallet,
  desk,
}: {
  wallet: string
  desk: PromptDesk
}): Wallet['createConnector'] {
  return (details) =>
    createConnector(({ chains }) => ({
      id: details.rkDetails.id,
      name: wallet,
      type: 'explained',
      async connect() {
        await desk
          .ask({ kind: 'explainProjectId', wallet })
          .catch(() => undefined)
        throw new NoProjectIdError({ wallet })
      },
      async disconnect() {},
      getAccounts: async () => [],
      getChainId: async () => chains[0].id,
      getProvider: async () => undefined,
      isAuthorized: async () => false,
      onAccountsChanged() {},
      onChainChanged() {},
      onDisconnect() {},
      ...details,
    }))
}
