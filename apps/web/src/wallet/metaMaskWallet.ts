import type { Wallet, WalletList } from '@rainbow-me/rainbowkit'
import { walletConnectWallet } from '@rainbow-me/rainbowkit/wallets'
import { createConnector } from 'wagmi'
import { injected } from 'wagmi/connectors'
import { readInjected } from './windowWallets.js'

type CreateWallet = WalletList[number]['wallets'][number]

/**
 * RainbowKit's own entry brings MetaMask's SDK, whose licence is not open. This
 * one takes the extension where it is, WalletConnect with MetaMask's own link
 * where there is a relay, and shows how to install it everywhere else. An extension that
 * announces itself (EIP-6963) stands under "Installed" and replaces this entry.
 */
export const metaMaskWallet: CreateWallet = (parameters) =>
  createWallet(parameters, {
    overRelay: readInjected('isMetaMask') === undefined,
  })

/** For a browser that has neither a relay nor, so far, the extension. */
export const metaMaskToInstall: CreateWallet = (parameters) =>
  createWallet(parameters, { overRelay: false })

function createWallet(
  parameters: Parameters<CreateWallet>[0],
  { overRelay }: { overRelay: boolean },
): Wallet {
  const getUri = (uri: string) =>
    `https://metamask.app.link/wc?uri=${encodeURIComponent(uri)}`
  return {
    id: 'metaMask',
    name: 'MetaMask',
    rdns: 'io.metamask',
    iconUrl: `data:image/svg+xml,${encodeURIComponent(icon)}`,
    iconAccent: '#f6851a',
    iconBackground: '#fff',
    installed: overRelay || readInjected('isMetaMask') !== undefined,
    downloadUrls: {
      android: 'https://play.google.com/store/apps/details?id=io.metamask',
      ios: 'https://apps.apple.com/us/app/metamask/id1438144202',
      mobile: 'https://metamask.io/download',
      qrCode: 'https://metamask.io/download',
      browserExtension: 'https://metamask.io/download',
    },
    ...(overRelay ? { mobile: { getUri } } : {}),
    qrCode: {
      getUri,
      instructions: instruct('qr_code', 'scan'),
    },
    extension: { instructions: instruct('extension', 'refresh') },
    createConnector: overRelay
      ? walletConnectWallet(parameters).createConnector
      : (details) =>
          createConnector((config) => ({
            ...injected({ target: 'metaMask' })(config),
            ...details,
          })),
  }
}

/** RainbowKit has the words under these names, in every language it speaks. */
function instruct(way: 'qr_code' | 'extension', last: 'scan' | 'refresh') {
  return {
    learnMoreUrl: 'https://support.metamask.io/',
    steps: (['install', 'create', last] as const).map((step, index) => ({
      step,
      title: `wallet_connectors.metamask.${way}.step${index + 1}.title`,
      description: `wallet_connectors.metamask.${way}.step${index + 1}.description`,
    })),
  }
}

/** A fox, drawn by us with six lines. */
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><path fill="#fff" d="M0 0h28v28H0z"/><path fill="#f6851a" d="m5 5 6 4h6l6-4-1.500 10L14 23l-7.500-8z"/><path fill="#763d16" d="m9.500 14 3 1.500-2.200 1zm9 0-3 1.500 2.200 1zM12.500 20h3L14 21.500z"/></svg>'
