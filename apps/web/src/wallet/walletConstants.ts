import { copyConfirmation, pollInterval } from '../lib/timing.js'

const minute = 60_000
const day = 24 * 60 * minute

/**
 * Section 9 of the specification, the part about wallets. Values that a
 * library has built in are written down all the same: walletConstants.test.ts
 * fails when the library leaves them.
 */
export const walletConstants = {
  /** Passed to the wallet configuration. Milliseconds, as all times here. */
  networkPollInterval: pollInterval,
  /** Passed to the wallet configuration: how long reads gather for one call. */
  multicallWait: 32,
  /** Passed to the transport of an endpoint that is a websocket. */
  websocketTimeout: 10_000,
  /** How long a name that the chain gave is kept in memory. */
  cacheLifetime: day,
  /** How long what is written to disk may be believed: the session's end. */
  persistedMaxAge: day,
  /** TanStack Query's own, for everything else. */
  defaultCacheTime: 5 * minute,
  /** wagmi takes its own major version for it. */
  storeVersion: 2,
  /** RainbowKit's profile modal; our Address component has the same. */
  copyConfirmation,
  /** RainbowKit's profile modal. */
  recentTransactions: 3,
  /** RainbowKit's list of wallets to get. */
  getWalletsDesktop: 5,
  getWalletsMobile: 3,
  /** RainbowKit's connect modal, in pixels. */
  modalHeight: 504,
  compactModalHeight: 468,
  /** What the wallet knows when nobody configured a network. */
  defaultChainIds: [1, 11_155_111],
  /** For a chain that nobody configured: "Chain 999". */
  fallbackCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  /** `wallet_watchAsset` without anybody saying otherwise. */
  watchedDecimals: 18,
  /** The one group of wallets, in this order. */
  groupName: 'Popular',
  groupOrder: [
    'injected',
    'safe',
    'rainbow',
    'coinbase',
    'metaMask',
    'walletConnect',
    'brave',
  ],
} as const
