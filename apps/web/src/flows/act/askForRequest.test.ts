import { demoAccounts } from '@covault/devnet'
import { zeroAddress, zeroHash } from 'viem'
import { afterEach, expect, test } from 'vitest'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { ProviderRequiredError } from '../../wallet/walletErrors.js'
import type { WalletLayer } from '../../wallet/walletLayer.js'
import { postComment } from '../comment/postComment.js'
import { requestDeletion } from '../deleteTransaction/requestDeletion.js'
import { requestDelegate } from '../proposers/requestDelegate.js'
import type { Asking } from './askForRequest.js'
import { wrongSignatures } from './keptWork.js'
import { WrongSignatureError } from './signErrors.js'
import type { Waiting } from './waiting.js'

const { alice, bob } = demoAccounts
const chainId = 31337
const address = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const place: SafePlace = {
  chain: {
    ...{ chainId, shortName: 'local1', name: 'Local 1', local: true },
    ...{ rpcUrl: 'http://127.0.0.1:9', testnet: true },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  },
  address,
  safe: {
    ...{ address, version: '1.4.1', known: true, singleton: zeroAddress },
    ...{ owners: [alice.address], threshold: 1, nonce: 7n },
    ...{ modules: [], hasMoreModules: false },
    ...{ guard: null, fallbackHandler: null },
  },
}

type Ask = (asking: Asking, waiting: Waiting) => Promise<true | undefined>

const requests: [string, Ask][] = [
  [
    'a comment',
    (asking, waiting) =>
      postComment({
        ...{ ...asking, place, waiting },
        ...{ safeTxHash: zeroHash, written: 'Please sign.' },
      }),
  ],
  [
    'a proposer',
    (asking, waiting) => {
      const { address: delegate } = bob
      const request = { kind: 'add', delegate, label: 'Bob' } as const
      return requestDelegate({ ...asking, place, request }, waiting)
    },
  ],
  [
    'a deletion',
    (asking, waiting) =>
      requestDeletion({
        ...{ ...asking, waiting, safeTxHash: zeroHash, nonce: 7n },
        domain: { chainId, safe: address, version: '1.4.1' },
      }),
  ],
]

const account = alice.address
const awaited: Waiting = { isAwaited: () => true, isSettled: () => false }

function openWallet(signTypedData: WalletLayer['signTypedData']) {
  const readPlace = async () => ({ account, chainId })
  return { readPlace, signTypedData } as WalletLayer
}

afterEach(async () => {
  for (const { name } of await wrongSignatures.list())
    await wrongSignatures.remove(name)
})

test.each(requests)(
  'S51: what a wallet signs instead of %s is recorded',
  async (_, ask) => {
    const wallet = openWallet(() => alice.sign({ hash: zeroHash }))
    await expect(ask({ wallet, account }, awaited)).rejects.toThrow(
      WrongSignatureError,
    )
    const [record, ...others] = await wrongSignatures.list()
    expect(record?.value).toMatchObject({
      ...{ chainId, safe: address, nonce: 7n, account },
      signature: await alice.sign({ hash: zeroHash }),
    })
    expect(others).toEqual([])
  },
)

test.each(requests)(
  'nothing of %s reaches the gateway once nobody waits',
  async (_, ask) => {
    let isAwaited = true
    const wallet = openWallet((typedData) => {
      isAwaited = false
      return alice.signTypedData(typedData as never)
    })
    const waiting = { ...awaited, isAwaited: () => isAwaited }
    // There is no gateway here: whoever sends fails.
    expect(await ask({ wallet, account }, waiting)).toBeUndefined()
  },
)

test.each(requests)('without a wallet there is no %s', async (_, ask) => {
  const nobody = { wallet: undefined, account: undefined }
  await expect(ask(nobody, awaited)).rejects.toThrow(ProviderRequiredError)
})
