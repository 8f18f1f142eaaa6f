import { demoAccounts } from '@covault/devnet'
import { hashSafeMessage, type SafeDomain } from '@covault/protocol'
import { QueryClient } from '@tanstack/react-query'
import type { Address, Hex } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { localMessages, nameLocal } from '../../preferences/localQueue.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import type { SignableCheck } from '../../trust/checkSignable.js'
import { UserRejectedError } from '../../wallet/walletErrors.js'
import type { WalletLayer } from '../../wallet/walletLayer.js'
import { ChangedMeanwhileError } from './check.js'
import { wrongSignatures } from './keptWork.js'
import { performAct } from './performAct.js'
import { NotAsShownError, OtherAccountError, OtherChainError } from './sign.js'
import { GivenUpError, WrongSignatureError } from './signErrors.js'
import type { Waiting } from './waiting.js'

const { alice, bob } = demoAccounts

afterEach(async () => {
  for (const { name } of await wrongSignatures.list())
    await wrongSignatures.remove(name)
})

const content = 'We agree.'
const domain: SafeDomain = {
  chainId: 31337,
  safe: '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829',
  version: '1.4.1',
}
const hash = hashSafeMessage(domain, content)

type Wallet = Pick<
  WalletLayer,
  'readPlace' | 'signTypedData' | 'signHash' | 'signAsSafe'
>

const honest: Wallet = {
  readPlace: async () => ({ account: alice.address, chainId: 31337 }),
  signTypedData: (typedData) => alice.signTypedData(typedData),
  signHash: (raw) => alice.signMessage({ message: { raw } }),
  signAsSafe: async () => {},
}

const check = {
  hash,
  isRefused: false,
  confirmations: [],
  safe: { owners: [alice.address], threshold: 2, nonce: 7n },
} as unknown as SignableCheck

function press(
  wallet: Partial<Wallet> = {},
  changes: {
    check?: Partial<SignableCheck>
    hash?: Hex
    act?: 'sign' | 'signBlindly' | 'host'
    account?: Address
    waiting?: Waiting
  } = {},
) {
  return performAct({
    act: changes.act ?? 'sign',
    reviewed: {
      chain: { chainId: 31337 } as ChainConfig,
      signable: { kind: 'message', domain, message: content },
      hash: changes.hash ?? hash,
      note: '',
      isProposed: false,
      app: undefined,
      expiresAt: undefined,
      marks: undefined,
    },
    fees: undefined,
    wallet: { ...honest, ...wallet } as WalletLayer,
    account: changes.account ?? alice.address,
    check: { ...check, ...changes.check },
    queries: new QueryClient(),
    waiting: changes.waiting ?? {
      isAwaited: () => true,
      isSettled: () => false,
    },
  })
}

/** There is no gateway here, so whatever is signed rightly is kept. */
describe('without a gateway', () => {
  test.each(['sign', 'signBlindly'] as const)(
    'the signature of %s is kept with what it takes to submit it',
    async (act) => {
      const outcome = await press({}, { act })
      expect(outcome).toMatchObject({
        kind: 'kept',
        kept: {
          kind: 'message',
          value: {
            chainId: 31337,
            safe: domain.safe,
            content,
            messageHash: hash,
            signatures: [{ signer: alice.address }],
            isProposed: false,
          },
        },
      })
      const name = nameLocal(domain, hash)
      expect(await localMessages.read(name)).toEqual(
        outcome?.kind === 'kept' && outcome.kept.value,
      )
      await localMessages.remove(name)
    },
  )
})

describe('when nobody waits any more', () => {
  const name = nameLocal(domain, hash)
  /** The wallet takes its time, and the reader does not. */
  const slowly = (isSettled: boolean) => {
    let isAwaited = true
    const signTypedData: Wallet['signTypedData'] = async (typedData) => {
      isAwaited = false
      return alice.signTypedData(typedData)
    }
    const waiting = { isAwaited: () => isAwaited, isSettled: () => isSettled }
    return [{ signTypedData }, { waiting }] as const
  }

  test('a late signature is kept, for its owner to submit', async () => {
    expect(await press(...slowly(false))).toBeUndefined()
    expect(await localMessages.read(name)).toMatchObject({
      messageHash: hash,
      signatures: [{ isLate: true }],
    })
    await localMessages.remove(name)
  })

  test('a second answer to what is signed already is dropped', async () => {
    expect(await press(...slowly(true))).toBeUndefined()
    expect(await localMessages.list()).toEqual([])
  })

  test('the wallet is asked for nothing', async () => {
    const waiting = { isAwaited: () => false, isSettled: () => false }
    await expect(press({}, { waiting })).rejects.toThrow(GivenUpError)
  })
})

describe('where the wallet is the safe itself', () => {
  const here = { account: domain.safe, act: 'host' } as const

  test('its host is handed the message, and nobody else signs', async () => {
    const handed: unknown[] = []
    const outcome = await press(
      {
        readPlace: async () => ({ account: domain.safe, chainId: 31337 }),
        signAsSafe: async (message) => void handed.push(message),
      },
      here,
    )
    expect(handed).toEqual([{ account: domain.safe, content, way: 'offChain' }])
    expect(outcome).toEqual({ kind: 'hosted', of: 'message', hash })
    expect(await localMessages.list()).toEqual([])
  })

  test('a host that moved to another safe is handed nothing', async () => {
    const signAsSafe = async () => {
      throw new Error('It was asked.')
    }
    await expect(press({ signAsSafe }, here)).rejects.toThrow(OtherAccountError)
  })
})

describe('a wallet that signs something else', () => {
  test.each<[string, Partial<Wallet>]>([
    ['garbage', { signTypedData: async () => '0x1234' }],
    ['with another key', { signTypedData: (data) => bob.signTypedData(data) }],
    [
      'another message',
      {
        signTypedData: ({ message, ...data }) =>
          alice.signTypedData({ ...data, message: { message: '0x00' } }),
      },
    ],
    [
      'for another chain',
      {
        signTypedData: (data) =>
          alice.signTypedData({
            ...data,
            domain: { ...data.domain, chainId: 1n },
          }),
      },
    ],
    [
      'the bare hash',
      { signTypedData: () => alice.signMessage({ message: { raw: hash } }) },
    ],
  ])('is caught and recorded: %s', async (_, wallet) => {
    const before = (await wrongSignatures.list()).length
    await expect(press(wallet)).rejects.toThrow(WrongSignatureError)
    const records = await wrongSignatures.list()
    expect(records.length).toBe(before + 1)
    expect(records.at(-1)?.value).toMatchObject({
      safe: domain.safe,
      safeTxHash: hash,
      nonce: 7n,
      account: alice.address,
    })
    expect(await localMessages.list()).toEqual([])
  })
})

test.each<[string, Parameters<typeof press>, new (...a: never[]) => Error]>([
  [
    'the wallet refuses',
    [
      {
        signTypedData: async () => {
          throw new UserRejectedError()
        },
      },
    ],
    UserRejectedError,
  ],
  [
    'the wallet is at another account',
    [{ readPlace: async () => ({ account: bob.address, chainId: 31337 }) }],
    OtherAccountError,
  ],
  [
    'the wallet is on another chain',
    [{ readPlace: async () => ({ account: alice.address, chainId: 1 }) }],
    OtherChainError,
  ],
  [
    'the screen shows another hash',
    [
      {},
      { hash: `0x${'11'.repeat(32)}`, check: { hash: `0x${'11'.repeat(32)}` } },
    ],
    NotAsShownError,
  ],
  [
    'the last check refuses',
    [{}, { check: { isRefused: true } }],
    ChangedMeanwhileError,
  ],
])('nothing is signed where %s', async (_, [wallet, changes], failure) => {
  await expect(press(wallet, changes)).rejects.toThrow(failure)
  expect(await localMessages.list()).toEqual([])
})
