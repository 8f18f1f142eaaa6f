import type { Wallet, WalletList } from '@rainbow-me/rainbowkit'
import {
  braveWallet,
  coinbaseWallet,
  injectedWallet,
  rainbowWallet,
  walletConnectWallet,
} from '@rainbow-me/rainbowkit/wallets'
import { ProviderNotFoundError } from 'wagmi'
import { createExplainedConnector } from './explainedConnector.js'
import { metaMaskToInstall, metaMaskWallet } from './metaMaskWallet.js'
import type { PromptDesk } from './promptDesk.js'
import { createSafeWallet } from './safeWallet.js'
import { isMobileBrowser, readInjected } from './windowWallets.js'

type CreateWallet = WalletList[number]['wallets'][number]

/**
 * The spec's 'Popular' wallets in its order. Safe is one only inside of a
 * frame and Brave only in Brave; elsewhere they would take a place in the list
 * of wallets to get, which has room for few.
 */
export function listPopularWallets({
  projectId,
  desk,
  parents,
}: {
  projectId: string | undefined
  desk: PromptDesk
  /** Hosts that may show this page in a frame of theirs. */
  parents: readonly string[]
}): CreateWallet[] {
  const withRelay = (create: CreateWallet): CreateWallet =>
    projectId ? create : (parameters) => explain(create(parameters), desk)
  return [
    () => explainMissing(injectedWallet(), desk),
    ...(window.parent === window ? [] : [createSafeWallet(parents)]),
    readInjected('isRainbow') ? rainbowWallet : withRelay(rainbowWallet),
    coinbaseWallet,
    chooseMetaMask(),
    withRelay(walletConnectWallet),
    ...(readInjected('isBraveWallet') ? [braveWallet] : []),
  ]

  /** In a desktop browser it can be installed, so nothing is missing. */
  function chooseMetaMask(): CreateWallet {
    if (projectId || readInjected('isMetaMask')) return metaMaskWallet
    return isMobileBrowser() ? withRelay(metaMaskWallet) : metaMaskToInstall
  }
}

/** Where no wallet is in the window, choosing it says so. */
function explainMissing(wallet: Wallet, desk: PromptDesk): Wallet {
  return {
    ...wallet,
    createConnector: (details) => (config) => {
      const connector = wallet.createConnector(details)(config)
      const connect = async function (
        this: typeof connector,
        parameters: Parameters<typeof connector.connect>[0],
      ) {
        if (Reflect.get(window, 'ethereum'))
          return connector.connect.call(this, parameters)
        await desk.ask({ kind: 'explainNoWallet' }).catch(() => undefined)
        throw new ProviderNotFoundError()
      }
      return { ...connector, connect: connect as typeof connector.connect }
    },
  }
}

/** Without a project id an entry stays, and says what is missing. */
function explain(wallet: Wallet, desk: PromptDesk): Wallet {
  const { mobile: _mobile, qrCode, ...rest } = wallet
  return {
    ...rest,
    installed: true,
    // The instructions stay; there is no code to scan.
    ...(qrCode?.instructions
      ? { qrCode: { ...qrCode, getUri: undefined as never } }
      : {}),
    createConnector: createExplainedConnector({ wallet: wallet.name, desk }),
  }
}
