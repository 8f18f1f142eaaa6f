import type { AppConfig } from '@covault/api'
import { connectorsForWallets } from '@rainbow-me/rainbowkit'
import { injectedWallet } from '@rainbow-me/rainbowkit/wallets'
import { waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { connect, getAccount } from 'wagmi/actions'
import { createPromptDesk } from './promptDesk.js'
import {
  connectHost,
  createWalletConfig,
  reconnectRecent,
} from './walletConfig.js'
import { UserRejectedError } from './walletErrors.js'

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const config: AppConfig = {
  version: '0.1.0',
  chains: [createChain(31337), createChain(31338)],
  walletConnect: null,
  demo: null,
}

beforeEach(() => localStorage.clear())

test('has the chains of the configuration', () => {
  const { chains } = create(config)
  expect(chains.map(({ id, name }) => [id, name])).toEqual([
    [31337, 'Chain 31337'],
    [31338, 'Chain 31338'],
  ])
})

test('has the two default chains when none is configured', () => {
  const { chains } = create({ ...config, chains: [] })
  expect(chains.map(({ id }) => id)).toEqual([1, 11155111])
})

test('lists the popular wallets in their order, the demo above them', () => {
  const shown = create(config)
    .connectors.map(readDetails)
    .filter(({ isWalletConnectModalConnector: isModal }) => !isModal)
  expect(shown.map(({ groupName, id }) => [groupName, id])).toEqual([
    ['Popular', 'injected'],
    ['Popular', 'rainbow'],
    ['Popular', 'coinbase'],
    ['Popular', 'metaMask'],
    ['Popular', 'walletConnect'],
    ['On this machine', 'demo'],
  ])
  expect(shown.at(-1)?.groupIndex).toBeLessThan(shown[0]?.groupIndex ?? 0)
})

test('has no demo accounts where no chain is of this machine', () => {
  const elsewhere = [
    { ...createChain(31337), rpcUrl: 'https://rpc.example' },
    createChain(11155111),
  ]
  const ids = create({ ...config, chains: elsewhere }).connectors.map(
    ({ id }) => id,
  )
  expect(ids).not.toContain('demo')
})

test('a wallet that connects without an account has refused', async () => {
  const stop = announce('test.empty', async ({ method }) =>
    method === 'eth_chainId' ? '0x7a69' : [],
  )
  const wallet = create(config)
  const connector = wallet.connectors.find(({ id }) => id === 'test.empty')
  if (!connector) throw new Error('The wallet was not found.')
  await expect(connect(wallet, { connector })).rejects.toThrow(
    UserRejectedError,
  )
  expect(getAccount(wallet).status).toBe('disconnected')
  stop()
})

test('without a project id a relayed wallet asks and then has refused', async () => {
  const desk = createPromptDesk()
  const wallet = createWalletConfig(config, { desk })
  const connector = wallet.connectors.find(({ id }) => id === 'rainbow')
  if (!connector) throw new Error('The wallet was not found.')
  const connecting = connect(wallet, { connector })
  expect(getAccount(wallet).status).toBe('connecting')
  await waitFor(() =>
    expect(desk.read()).toEqual({
      kind: 'explainProjectId',
      wallet: 'Rainbow',
    }),
  )
  desk.reject()
  await expect(connecting).rejects.toThrow(UserRejectedError)
})

test('finds a wallet that announces itself, and keeps it under our name', async () => {
  const stop = announce('test.first')
  const wallet = create(config)
  const connector = wallet.connectors.find(({ id }) => id === 'test.first')
  if (!connector) throw new Error('The wallet was not found.')
  await connect(wallet, { connector })
  expect(getAccount(wallet)).toMatchObject({ address: account, chainId: 31337 })
  expect(localStorage.getItem('covault.v1.wallet.recentConnectorId')).toBe(
    '"test.first"',
  )
  stop()
})

test('reconnects the wallet used last and asks no other', async () => {
  const first = vi.fn(answer)
  const second = vi.fn(answer)
  const stops = [announce('test.first', first), announce('test.second', second)]
  remember('test.second')
  const wallet = create(config)
  await reconnectRecent(wallet)
  expect(getAccount(wallet).connector?.id).toBe('test.second')
  expect(first).not.toHaveBeenCalled()
  for (const stop of stops) stop()
})

test('waits for a wallet that announces itself late', async () => {
  remember('test.late')
  const wallet = create(config)
  await reconnectRecent(wallet)
  expect(getAccount(wallet).status).toBe('disconnected')
  await new Promise((resolve) => setTimeout(resolve))
  const stop = announce('test.late')
  await waitFor(() =>
    expect(getAccount(wallet).connector?.id).toBe('test.late'),
  )
  stop()
})

test('asks no wallet on the first visit', async () => {
  const request = vi.fn(answer)
  const stop = announce('test.first', request)
  await reconnectRecent(create(config))
  expect(request).not.toHaveBeenCalled()
  stop()
})

function create(given: AppConfig) {
  return createWalletConfig(given, { desk: createPromptDesk() })
}

test('with a project id the relay is used, and only once it is chosen', () => {
  const wallet = create({
    ...config,
    walletConnect: { projectId: 'a'.repeat(32) },
  })
  const relayed = wallet.connectors.filter(
    ({ type }) => type === 'walletConnect',
  )
  expect(new Set(relayed.map((each) => readDetails(each).id))).toEqual(
    new Set(['rainbow', 'metaMask', 'walletConnect']),
  )
  expect(relayed.filter(({ setup }) => setup)).toEqual([])
})

test('an injected MetaMask needs no relay', () => {
  Reflect.set(window, 'ethereum', {
    isMetaMask: true,
    request: answer,
    on: () => {},
    removeListener: () => {},
  })
  const wallet = create(config)
  const details = wallet.connectors
    .map(readDetails)
    .find(({ id }) => id === 'metaMask')
  expect(details?.installed).toBe(true)
  Reflect.deleteProperty(window, 'ethereum')
})

test('an icon accent that is no hex colour is refused', () => {
  const wallet = () => ({
    ...injectedWallet(),
    iconAccent: 'tomato',
  })
  expect(() =>
    connectorsForWallets([{ groupName: 'Popular', wallets: [wallet] }], {
      appName: 'Covault',
      projectId: 'none',
    }),
  ).toThrow('Property `iconAccent` is not a hex value')
})

type Details = {
  id: string
  groupName: string
  groupIndex: number
  installed?: boolean
  isWalletConnectModalConnector?: boolean
}

function readDetails(connector: object): Details {
  return Reflect.get(connector, 'rkDetails') as Details
}

function remember(rdns: string): void {
  localStorage.setItem(
    'covault.v1.wallet.recentConnectorId',
    JSON.stringify(rdns),
  )
}

/** An EIP-6963 wallet that has one account and agrees to everything. */
function announce(rdns: string, request = answer): () => void {
  const detail = Object.freeze({
    info: { uuid: crypto.randomUUID(), name: rdns, rdns, icon: 'data:,' },
    provider: { request, on: () => {}, removeListener: () => {} },
  })
  const say = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail }),
    )
  window.addEventListener('eip6963:requestProvider', say)
  say()
  return () => window.removeEventListener('eip6963:requestProvider', say)
}

async function answer({ method }: { method: string }): Promise<unknown> {
  if (method === 'eth_chainId') return '0x7a69'
  if (method === 'wallet_requestPermissions')
    return [{ caveats: [{ value: [account] }] }]
  return [account]
}

function createChain(chainId: number): AppConfig['chains'][number] {
  return {
    chainId,
    shortName: `c${chainId}`,
    name: `Chain ${chainId}`,
    rpcUrl: 'http://127.0.0.1:9',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    testnet: true,
    local: true,
  }
}

test('a host that keeps silent is said to be silent', async () => {
  vi.stubGlobal('parent', { postMessage: () => {} })
  try {
    const framed = create({
      ...config,
      embedding: { parents: ['https://host.example'] },
    })
    expect(framed.connectors.map(({ id }) => id)).toContain('safe')
    await expect(connectHost(framed)).rejects.toThrow(
      'Could not load Safe information',
    )
  } finally {
    vi.unstubAllGlobals()
  }
})

test('outside of a frame there is no host to connect to', async () => {
  const plain = create(config)
  expect(plain.connectors.map(({ id }) => id)).not.toContain('safe')
  await connectHost(plain)
  expect(getAccount(plain).status).toBe('disconnected')
})
