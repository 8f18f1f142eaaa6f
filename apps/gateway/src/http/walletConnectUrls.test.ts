import { expect, test } from 'vitest'
import { toOrigins } from './origins.js'
import { listWalletConnectUrls } from './walletConnectUrls.js'

test('without a project id nobody of WalletConnect may be called', () => {
  expect(listWalletConnectUrls({ walletConnect: undefined })).toEqual([])
})

test('with one, the relay and those who verify origins may be', () => {
  const urls = listWalletConnectUrls({ walletConnect: { projectId: 'id' } })
  expect(toOrigins(urls)).toEqual([
    'wss://relay.walletconnect.org',
    'https://verify.walletconnect.org',
    'https://verify.walletconnect.com',
  ])
})

test('a relay of one’s own takes the place of the public one', () => {
  const relayUrl = 'ws://127.0.0.1:5555/relay'
  const urls = listWalletConnectUrls({
    walletConnect: { projectId: 'id', relayUrl },
  })
  expect(toOrigins(urls)[0]).toBe('ws://127.0.0.1:5555')
})
