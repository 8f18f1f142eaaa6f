import type { AppConfig } from '@covault/api'
import { mainnet, type SafeChain, sepolia } from '@covault/protocol'
import {
  type Chain,
  connectorsForWallets,
  type Wallet,
} from '@rainbow-me/rainbowkit'
import { defineChain, type Transport } from 'viem'
import {
  type Config,
  type Connector,
  type CreateConnectorFn,
  createConfig,
  createStorage,
  http,
  webSocket,
} from 'wagmi'
import { connect, reconnect, watchConnectors } from 'wagmi/actions'
import { environment, findRpcUrl } from '../preferences/environment.js'
import type { ChainConfig } from '../trust/chainClient.js'
import { isDoor, listNodes } from '../trust/endpoint.js'
import { isSocketUrl } from '../trust/sockets/sockets.js'
import { getNetworkOutline } from '../ui/drawn/networkOutline.js'
import { tokens } from '../ui/tokens.js'
import { createDemoProvider } from './demo/demoProvider.js'
import { createDemoWallet } from './demo/demoWallet.js'
import { looksLocal } from './demo/localChain.js'
import { listPopularWallets } from './popularWallets.js'
import type { PromptDesk } from './promptDesk.js'
import { safeConnectorId } from './safeWallet.js'
import { walletConstants } from './walletConstants.js'
import { RelaySilentError, UserRejectedError } from './walletErrors.js'
import { walletStorage } from './walletStorage.js'

/** The wallets and chains of this installation. */
export function createWalletConfig(
  config: AppConfig,
  { desk }: { desk: PromptDesk },
): Config {
  const configs = config.chains.length > 0 ? config.chains : defaultChains
  const [first = toChain(defaultChains[0]), ...others] = configs.map(toChain)
  const wallet = createConfig({
    chains: [first, ...others],
    connectors: createConnectors(config, { desk }),
    transports: Object.fromEntries(
      configs.map((chain) => [
        chain.chainId,
        createTransport(findReadUrl(chain)),
      ]),
    ),
    pollingInterval: walletConstants.networkPollInterval,
    batch: { multicall: { wait: walletConstants.multicallWait } },
    storage: createStorage({
      key: 'covault.v1.wallet',
      storage: walletStorage,
    }),
  })
  wallet.connectors.forEach(requireAccounts)
  watchConnectors(wallet, {
    onChange: (connectors) => connectors.forEach(requireAccounts),
  })
  return wallet
}

const defaultChains = [toConfig(mainnet), toConfig(sepolia)] as const

function toConfig({ testnet, local, ...chain }: SafeChain): ChainConfig {
  const { chainId, shortName, name, rpcUrl, nativeCurrency } = chain
  return { chainId, shortName, name, rpcUrl, nativeCurrency, testnet, local }
}

/** Where the wallet layer itself reads: balances and receipts. */
function findReadUrl(chain: ChainConfig): string {
  const own = findRpcUrl(environment.read(), chain.chainId)
  return own ?? listNodes(chain)[0].url
}

function createTransport(url: string): Transport {
  return isSocketUrl(url)
    ? webSocket(url, { timeout: walletConstants.websocketTimeout })
    : http(url)
}

function createConnectors(
  { chains, walletConnect, embedding }: AppConfig,
  { desk }: { desk: PromptDesk },
): CreateConnectorFn[] {
  const projectId = walletConnect?.projectId
  // Entries that would make use of the id are replaced where there is none.
  const app = { appName: 'Covault', projectId: projectId ?? 'none' }
  const popular = connectorsForWallets(
    [
      {
        groupName: walletConstants.groupName,
        wallets: listPopularWallets({
          projectId,
          desk,
          parents: embedding?.parents ?? [],
        }),
      },
    ],
    app,
  )
  const demo = chains.some(looksLocal)
    ? connectorsForWallets(
        [
          {
            groupName: 'On this machine',
            wallets: [createDemoWallet(createDemoProvider({ chains, desk }))],
          },
        ],
        app,
      ).map(aboveOthers)
    : []
  return [...popular, ...demo].map(keepQuiet)
}

/**
 * RainbowKit sorts groups by this number; announced wallets have 0, the first
 * group of a list 1. The demo is last in the list of connectors, so that it
 * takes no place among the wallets to get.
 */
function aboveOthers(create: CreateConnectorFn): CreateConnectorFn {
  return (config) => {
    const connector = create(config)
    const details: Partial<Wallet> = Reflect.get(connector, 'rkDetails') ?? {}
    return { ...connector, rkDetails: { ...details, groupIndex: 0.5 } }
  }
}

/** Nothing of a wallet loads, and nobody is called, before it is chosen. */
function keepQuiet(create: CreateConnectorFn): CreateConnectorFn {
  return (config) => {
    const { setup, ...connector } = create(config)
    const connect = function (this: typeof connector, parameters) {
      return awaitRelay(config, connector.connect.call(this, parameters))
    } as typeof connector.connect
    return {
      ...connector,
      // WalletConnect's loads its code and calls home in `setup`, before
      // anybody chose it. Connecting does the same when it is wanted.
      ...(setup && connector.type !== 'walletConnect' ? { setup } : {}),
      // RainbowKit asks for the chain before it connects, and swallows what
      // goes wrong; then connecting says why there is none.
      async getChainId() {
        const asked = connector.getChainId.call(this)
        const isRelayed = connector.type === 'walletConnect'
        try {
          return await (isRelayed ? awaitRelay(config, asked, 2000) : asked)
        } catch {
          return config.chains[0].id
        }
      },
      ...(connector.type === 'walletConnect' ? { connect } : {}),
    }
  }
}

/** Milliseconds until a relay must have brought a code to scan. */
const relayTimeout = 15_000

/**
 * WalletConnect tries for ever to reach its servers, and says nothing. Once
 * there is a code, the person has all the time in the world.
 */
async function awaitRelay<Answer>(
  { emitter }: Parameters<CreateConnectorFn>[0],
  asked: Promise<Answer>,
  timeout = relayTimeout,
): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new RelaySilentError()), timeout)
  })
  const onMessage = ({ type }: { type: string }) => {
    if (type === 'display_uri') clearTimeout(timer)
  }
  emitter.on('message', onMessage)
  try {
    return await Promise.race([asked, silence])
  } finally {
    clearTimeout(timer)
    emitter.off('message', onMessage)
  }
}

const bound = new WeakSet<Connector>()

/**
 * A wallet that connects without an account has refused.
 * Announced wallets get their connector from wagmi itself, so it is changed
 * where it is.
 */
function requireAccounts(connector: Connector): void {
  if (bound.has(connector)) return
  bound.add(connector)
  const { connect } = connector
  Object.assign(connector, {
    connect: async (parameters: Parameters<typeof connect>[0]) => {
      const connected = await connect.call(connector, parameters)
      if (connected.accounts.length === 0) throw new UserRejectedError()
      return connected
    },
  })
}

/**
 * A wallet is told where to send, in requests: that cannot be the gateway, which
 * only reads.
 */
function toChain(chain: ChainConfig): Chain {
  const url = [findReadUrl(chain), ...listNodes(chain).map((one) => one.url)]
    .filter((one) => !isDoor(one) && !isSocketUrl(one))
    .slice(0, 1)
  const viemChain = defineChain({
    id: chain.chainId,
    name: chain.name,
    nativeCurrency: chain.nativeCurrency,
    rpcUrls: { default: { http: url } },
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
 * Inside of a host's frame the host is the wallet, without being chosen: it
 * asks nobody whether this page may see the safe that it shows.
 */
export async function connectHost(config: Config): Promise<void> {
  const host = config.connectors.find(({ id }) => id === safeConnectorId)
  if (host) await connect(config, { connector: host })
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
