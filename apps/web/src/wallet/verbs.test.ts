import { beforeEach, expect, test } from 'vitest'
import { connect } from 'wagmi/actions'
import { injected } from 'wagmi/connectors'
import { ServedPageError, tellRelease } from '../trust/served/servedRelease.js'
import { createPromptDesk } from './promptDesk.js'
import { createVerbs } from './verbs.js'
import { createWalletConfig } from './walletConfig.js'
import {
  ChainNotConfiguredError,
  NoTransactionHashError,
  ProviderRequiredError,
  UserRejectedError,
} from './walletErrors.js'

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const token = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

type Request = { method: string; params?: unknown }

beforeEach(() => localStorage.clear())

function create(id = 'any') {
  const wallet = createWalletConfig(
    {
      version: '0.1.0',
      chains: [
        {
          chainId: 31337,
          shortName: 'local1',
          name: 'Local 1',
          rpcUrl: 'http://127.0.0.1:9',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          testnet: true,
          local: true,
        },
      ],
      walletConnect: null,
      demo: null,
    },
    { desk: createPromptDesk() },
  )
  const requests: Request[] = []
  const refused = new Set<string>()
  const answers = new Map<string, string>()
  const provider = {
    on: () => {},
    removeListener: () => {},
    request: async (request: Request) => {
      requests.push(request)
      if (refused.has(request.method))
        throw Object.assign(new Error('no'), { code: 4001 })
      const answer = answers.get(request.method)
      if (answer) return answer
      if (request.method === 'eth_chainId') return '0x7a69'
      if (request.method === 'wallet_watchAsset') return true
      if (request.method === 'wallet_requestPermissions')
        return [{ caveats: [{ value: [account] }] }]
      return [account]
    },
  }
  const connector = injected({
    target: { id, name: 'Any', provider: provider as never },
  })
  return {
    verbs: createVerbs(wallet),
    requests,
    refused,
    answers,
    connect: () => connect(wallet, { connector }),
  }
}

test('adds a token with eighteen decimals unless told otherwise', async () => {
  const { verbs, requests, ...wallet } = create()
  await wallet.connect()
  await verbs.watchAsset({ address: token, symbol: 'TKN' })
  await verbs.watchAsset({
    address: token,
    symbol: 'TKN',
    decimals: 6,
    image: 'https://example.org/token.png',
  })
  const asked = requests.filter(({ method }) => method === 'wallet_watchAsset')
  expect(asked.map(({ params }) => params)).toEqual([
    {
      type: 'ERC20',
      options: { address: token, symbol: 'TKN', decimals: 18 },
    },
    {
      type: 'ERC20',
      options: {
        address: token,
        symbol: 'TKN',
        decimals: 6,
        image: 'https://example.org/token.png',
      },
    },
  ])
})

test('S07: nothing reaches the wallet to be signed or sent while an alarm stands', async () => {
  const { verbs, requests, ...wallet } = create()
  await wallet.connect()
  const asked = requests.length
  tellRelease({ alarm: 'document' })
  try {
    for (const ask of [
      () => verbs.signMessage('Hello'),
      () => verbs.signHash(`0x${'ab'.repeat(32)}`),
      () =>
        verbs.signTypedData({
          ...{ domain: {}, types: {}, primaryType: 'SafeTx', message: {} },
        }),
      // As "Speed up" sends it.
      () => verbs.sendTransaction({ chainId: 31337, to: token, data: '0x' }),
      () => verbs.sendCalls({ chainId: 31337, calls: [] }),
      () => verbs.signAsSafe({ account, content: 'Hello', way: 'offChain' }),
    ])
      await expect(ask()).rejects.toThrow(ServedPageError)
  } finally {
    tellRelease({ alarm: undefined })
  }
  expect(requests.slice(asked)).toEqual([])
})

test('needs a connected wallet', async () => {
  const { verbs } = create()
  await expect(verbs.signMessage('Hello')).rejects.toThrow(
    ProviderRequiredError,
  )
})

test('an answer that is no hash is told as what may have been sent', async () => {
  const { verbs, answers, ...wallet } = create()
  await wallet.connect()
  answers.set('eth_sendTransaction', 'sent, I promise')
  await expect(
    verbs.sendTransaction({
      chainId: 31337,
      to: token,
      data: '0x',
      gas: 21_000n,
    }),
  ).rejects.toThrow(NoTransactionHashError)
})

test('messages of a safe go to its host, by the way that was chosen', async () => {
  const { verbs, requests, answers, ...wallet } = create('safe')
  await wallet.connect()
  answers.set('personal_sign', '0x').set('eth_signTypedData_v4', '0x')
  const typed = {
    types: { Vote: [{ name: 'yes', type: 'bool' }] },
    primaryType: 'Vote',
    domain: { chainId: 31337 },
    message: { yes: true },
  }
  await verbs.signAsSafe({ account, content: '0xab', way: 'onChain' })
  await verbs.signAsSafe({ account, content: typed, way: 'offChain' })
  const asked = requests.filter(({ method }) => /sign|safe_/i.test(method))
  expect(asked).toMatchObject([
    { method: 'safe_setSettings', params: [{ offChainSigning: false }] },
    // The bytes of the text, also where it looks like bytes itself.
    { method: 'personal_sign', params: ['0x30786162', account] },
    { method: 'safe_setSettings', params: [{ offChainSigning: true }] },
    {
      method: 'eth_signTypedData_v4',
      params: [account, JSON.stringify(typed)],
    },
  ])
})

test('fails with our own errors', async () => {
  const { verbs, refused, ...wallet } = create()
  await wallet.connect()
  refused.add('personal_sign').add('wallet_requestPermissions')
  await expect(verbs.signMessage('Hello')).rejects.toThrow(UserRejectedError)
  await expect(verbs.requestPermissions()).rejects.toThrow(UserRejectedError)
  await expect(verbs.switchChain(999)).rejects.toThrow(ChainNotConfiguredError)
})
