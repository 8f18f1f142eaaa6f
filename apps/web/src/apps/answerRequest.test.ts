import { expect, test, vi } from 'vitest'
import {
  answerRequest,
  type Host,
  UnknownMethodError,
} from './answerRequest.js'

const hash = `0x${'ab'.repeat(32)}` as const
const address = '0xabAD204d0BdbaEBb4D27ba0a4e86966E7A3E315a'

function createHost(granted: boolean): Host {
  return {
    getSafeInfo: () => 'info',
    getEnvironmentInfo: () => 'environment',
    getChainInfo: () => 'chain',
    readBalances: async (currency) => `balances in ${currency}`,
    readTransaction: async (safeTxHash) => ({ safeTxHash }),
    readSignature: async () => '0x1234',
    callNode: async ({ method, params }) => [method, params],
    setSettings: vi.fn(),
    askForCalls: async () => ({ safeTxHash: hash }),
    askForSignature: async () => ({ messageHash: hash }),
    listPermissions: () =>
      granted
        ? [
            {
              parentCapability: 'requestAddressBook',
              invoker: 'https://app.example',
              date: 1,
              caveats: [],
            },
          ]
        : [],
    askForPermissions: async () => undefined,
    listContacts: () => ['Alice'],
  }
}
const ask = (method: string, params?: unknown, granted = true) =>
  answerRequest(createHost(granted), { method, params })

test.each<[string, unknown, unknown]>([
  ['getSafeInfo', undefined, 'info'],
  ['getEnvironmentInfo', undefined, 'environment'],
  ['getChainInfo', undefined, 'chain'],
  ['getSafeBalances', { currency: 'EUR' }, 'balances in eur'],
  ['getSafeBalances', undefined, 'balances in usd'],
  ['getTxBySafeTxHash', { safeTxHash: hash }, { safeTxHash: hash }],
  ['getOffChainSignature', hash, '0x1234'],
  [
    'rpcCall',
    { call: 'eth_getBalance', params: [address, 'latest'] },
    ['eth_getBalance', [address, 'latest']],
  ],
  [
    'rpcCall',
    { call: 'safe_setSettings', params: [{ offChainSigning: true }] },
    { offChainSigning: true },
  ],
  ['sendTransactions', { txs: [{ to: address }] }, { safeTxHash: hash }],
  ['signMessage', { message: 'hi' }, { messageHash: hash }],
  ['requestAddressBook', undefined, ['Alice']],
])('answers %s %j', async (method, params, answer) => {
  expect(await ask(method, params)).toEqual(answer)
})

test('the list of permissions answers both of its methods', async () => {
  const permission = { parentCapability: 'requestAddressBook' }
  for (const [method, params] of [
    ['wallet_getPermissions', undefined],
    ['wallet_requestPermissions', [{ requestAddressBook: {} }]],
  ] as const)
    expect(await ask(method, params)).toMatchObject([permission])
})

test('without the permission the address book stays closed', async () => {
  await expect(ask('requestAddressBook', undefined, false)).rejects.toThrow(
    'The permission was not granted.',
  )
})

test.each([
  'eth_sendTransaction',
  'eth_sendRawTransaction',
  'eth_sign',
  'personal_sign',
  'wallet_switchEthereumChain',
  'anvil_setBalance',
  'debug_traceTransaction',
  'constructor',
])('the node is not asked %s', async (call) => {
  await expect(ask('rpcCall', { call, params: [] })).rejects.toThrow(
    /only read methods/i,
  )
})

test.each([
  'getSafeinfo',
  'constructor',
  '__proto__',
  'toString',
  'eth_accounts',
  '',
])('the method "%s" is not known', async (method) => {
  await expect(ask(method)).rejects.toThrow(UnknownMethodError)
})

test.each<[string, unknown]>([
  ['getTxBySafeTxHash', undefined],
  ['getTxBySafeTxHash', { safeTxHash: '0x12' }],
  ['getTxBySafeTxHash', { safeTxHash: '../../auth' }],
  ['getOffChainSignature', { messageHash: hash }],
  ['getSafeBalances', { currency: '../owners' }],
  ['rpcCall', 'eth_call'],
  ['rpcCall', { call: 'eth_call', params: 'latest' }],
  ['rpcCall', { call: 'safe_setSettings', params: ['x'] }],
  ['wallet_requestPermissions', undefined],
  ['wallet_requestPermissions', []],
  ['wallet_requestPermissions', [{ requestAddressBook: {}, all: {} }]],
  ['wallet_requestPermissions', [{ constructor: {} }]],
])('%s with %j is refused', async (method, params) => {
  await expect(ask(method, params)).rejects.toThrow(/\.$/)
})
