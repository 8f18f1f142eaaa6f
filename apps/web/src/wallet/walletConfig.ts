import type { AppConfig } from '@covault/api'
import { BaseError } from '@covault/protocol'
import { type Chain, connectorsForWallets } from '@rainbow-me/rainbowkit'
import { injectedWallet } from '@rainbow-me/rainbowkit/wallets'
import { defineChain } from 'viem'
import {
  type Config,
  type CreateConnectorFn,
  createConfig,
  createStorage,
  http,
} from 'wagmi'
import { reconnect, watchConnectors } from 'wagmi/actions'
import { pollInterval } from '../lib/timing.js'
import { getNetworkOutline } from '../ui/networkOutline.js'
import { tokens } from '../ui/tokens.js'

/** The wallets and chains of this installation. */
export function createWalletConfig({ chains }: AppConfig): Config {
  const [first, ...others] = chains.map(toChain)
  if (!first) throw new NoChainError()
  return createConfig({
    chains: [first, ...others],
    connectors: connectorsForWallets(
      [{ groupName: 'Popular', wallets: [injectedWallet] }],
      // The wallets listed here make no use of a project id.
      { appName: 'Covault', projectId: 'none' },
    ).map(withoutSetup),
    transports: Object.fromEntries(
      chains.map(({ chainId, rpcUrl }) => [chainId, http(rpcUrl)]),
    ),
    pollingInterval: pollInterval,
    storage: createStorage({
      key: 'covault.v1.wallet',
      storage: window.localStorage,
    }),
  })
}

function toChain(chain: AppConfig['chains'][number]): Chain {
  const viemChain = defineChain({
    id: chain.chainId,
    name: chain.name,
    nativeCurrency: chain.nativeCurrency,
    rpcUrls: { default: { http: [chain.rpcUrl] } },
    testnet: chain.testnet,
  })
  return {
    ...viemChain,
    iconUrl: drawIcon(chain.chainId),
    iconBackground: tokens.dark.raised,
  }
}

/** Our own glyph; RainbowKit knows some chain ids by other people's names. */
function drawIcon(chainId: number): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-7 -7 28 28" fill="none" stroke="${tokens.dark.ink}" stroke-width="1.3"><path d="${getNetworkOutline(chainId)}"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/**
 * WalletConnect's connector loads its code and calls home in `setup`, before
 * anybody chose it. Connecting does the same when it is wanted.
 */
function withoutSetup(create: CreateConnectorFn): CreateConnectorFn {
  return (config) => {
    const connector = create(config)
    if (connector.type !== 'walletConnect') return connector
    const { setup: _, ...lazy } = connector
    return lazy
  }
}

/**
 * Reconnects the wallet used last, and asks no other one: asking loads code.
 * A wallet may announce itself late, so it is waited for.
 */
export async function reconnectRecent(config: Config): Promise<void> {
  const recent = await config.storage?.getItem('recentConnectorId')
  if (!recent) return
  const find = () => config.connectors.filter(({ id }) => id === recent)
  const connectors = find()
  if (connectors.length > 0) {
    await reconnect(config, { connectors })
    return
  }
  const stop = watchConnectors(config, {
    onChange: () => {
      const announced = find()
      if (announced.length === 0) return
      stop()
      if (config.state.status === 'disconnected')
        void reconnect(config, { connectors: announced })
    },
  })
}

export class NoChainError extends BaseError {
  override name = 'NoChainError'

  constructor() {
    super('No network is configured, so no wallet can be connected.')
  }
}
