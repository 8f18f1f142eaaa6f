// @vitest-environment node
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { QueryClient } from '@tanstack/react-query'
import { webSocket } from 'viem'
import { expect, test } from 'vitest'
import { createConfig, createStorage, http } from 'wagmi'
import { mainnet } from 'wagmi/chains'
import { walletConstants } from './walletConstants.js'

const kit = readFileSync(
  createRequire(import.meta.url).resolve('@rainbow-me/rainbowkit'),
  'utf8',
)

// These numbers are the library's. When one of them is not found, look where
// it went before writing it down again.
test.each([
  [
    'the modal is 504 high, 468 compact',
    `maxHeight: compactModeEnabled ? ${walletConstants.compactModalHeight} : ${walletConstants.modalHeight}`,
  ],
  [
    'desktop shows five wallets to get',
    `wallets.splice(0, ${walletConstants.getWalletsDesktop})`,
  ],
  [
    'mobile shows three wallets to get',
    `.splice(0, ${walletConstants.getWalletsMobile})`,
  ],
  [
    'the profile lists three transactions',
    `NUMBER_OF_VISIBLE_TXS = ${walletConstants.recentTransactions}`,
  ],
  ['a copy is confirmed for 1500 ms', '1500'],
])('RainbowKit: %s', (_, text) => {
  expect(kit).toContain(text)
})

test('wagmi keeps its store under version 2', () => {
  const written = new Map<string, string>()
  const config = createConfig({
    chains: [mainnet],
    transports: { [mainnet.id]: http('http://127.0.0.1:9') },
    storage: createStorage({
      storage: {
        getItem: (key) => written.get(key) ?? null,
        setItem: (key, value) => void written.set(key, value),
        removeItem: (key) => void written.delete(key),
      },
    }),
  })
  config.setState((state) => ({ ...state, current: null }))
  expect(JSON.parse(written.get('wagmi.store') ?? '{}').version).toBe(
    walletConstants.storeVersion,
  )
})

test('TanStack Query forgets after five minutes', () => {
  const query = new QueryClient()
    .getQueryCache()
    .build(new QueryClient(), { queryKey: ['any'] })
  expect(query.options.gcTime ?? 300_000).toBe(walletConstants.defaultCacheTime)
})

test('a websocket is given up after ten seconds', () => {
  const transport = webSocket('ws://127.0.0.1:9', {
    timeout: walletConstants.websocketTimeout,
  })({})
  expect(transport.config.timeout).toBe(10_000)
})
