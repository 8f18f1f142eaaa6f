import { type Devnet, demoAccounts, startDevnet } from '@covault/devnet'
import { getSafeTransactionTypedData } from '@covault/protocol'
import { waitFor } from '@testing-library/react'
import {
  type Hex,
  parseEther,
  stringToHex,
  verifyMessage,
  verifyTypedData,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ChainConfig } from '../../trust/chainClient.js'
import { createPromptDesk, type Prompt } from '../promptDesk.js'
import { ResourceUnavailableError, UserRejectedError } from '../walletErrors.js'
import { openDemoKey } from './demoKeys.js'
import { createDemoProvider } from './demoProvider.js'
import { NotLocalChainError, proveLocalChain } from './localChain.js'

const { alice, bob } = demoAccounts

let devnet: Devnet
let chain: ChainConfig

beforeAll(async () => {
  devnet = await startDevnet({ chainId: 31337 })
  chain = {
    chainId: 31337,
    shortName: 'local1',
    name: 'Local 1',
    rpcUrl: devnet.url,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    testnet: true,
    local: true,
  }
})

afterAll(() => devnet.stop())

beforeEach(() => localStorage.clear())

function create(chains = [chain]) {
  const desk = createPromptDesk()
  const provider = createDemoProvider({ chains, desk })
  /** Asks, checks what is put to the person, and answers for them. */
  const ask = async (
    method: string,
    params: unknown,
    answer: (prompt: Prompt) => void,
  ) => {
    const asked = provider.request({ method, params })
    const seen = waitFor(() => {
      const prompt = desk.read()
      if (!prompt) throw new Error('Nothing is asked.')
      answer(prompt)
    })
    await Promise.race([seen, asked])
    return asked
  }
  const connect = () =>
    ask('eth_requestAccounts', [], () => desk.approve(alice.address))
  return { desk, provider, ask, connect }
}

test('shows no account until one is chosen, and forgets it when told', async () => {
  const { provider, connect } = create()
  const changes: unknown[] = []
  provider.on('accountsChanged', (accounts) => changes.push(accounts))
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
  expect(await connect()).toEqual([alice.address])
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([
    alice.address,
  ])
  await provider.request({ method: 'wallet_revokePermissions' })
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
  expect(changes).toEqual([[alice.address], []])
})

test('signs the text that was shown', async () => {
  const { ask, desk, connect } = create()
  await connect()
  const signature = (await ask(
    'personal_sign',
    [stringToHex('Hello'), alice.address],
    (prompt) => {
      expect(prompt).toMatchObject({ content: { text: 'Hello' } })
      desk.approve(true)
    },
  )) as Hex
  const { address } = alice
  expect(await verifyMessage({ address, message: 'Hello', signature })).toBe(
    true,
  )
})

test('signs typed data for its own chain only', async () => {
  const { ask, desk, provider, connect } = create()
  await connect()
  const build = (chainId: number) =>
    getSafeTransactionTypedData(
      { chainId, safe: bob.address, version: '1.4.1' },
      {
        to: bob.address,
        value: 1n,
        data: '0x',
        operation: 0,
        safeTxGas: 0n,
        baseGas: 0n,
        gasPrice: 0n,
        gasToken: zeroAddress,
        refundReceiver: zeroAddress,
        nonce: 0n,
      },
    )
  const toJson = (value: unknown) =>
    JSON.stringify(value, (_, each) =>
      typeof each === 'bigint' ? each.toString() : each,
    )
  const typedData = build(31337)
  const signature = (await ask(
    'eth_signTypedData_v4',
    [alice.address, toJson(typedData)],
    (prompt) => {
      expect(prompt).toMatchObject({ primaryType: 'SafeTx' })
      desk.approve(true)
    },
  )) as Hex
  const { address } = alice
  expect(
    await verifyTypedData({ ...typedData, address, signature } as never),
  ).toBe(true)
  await expect(
    provider.request({
      method: 'eth_signTypedData_v4',
      params: [alice.address, toJson(build(1))],
    }),
  ).rejects.toMatchObject({ code: -32603 })
})

test('sends what was shown, and nothing when refused', async () => {
  const { ask, desk, connect } = create()
  await connect()
  const to = '0x00000000000000000000000000000000000000aa'
  const transaction = {
    from: alice.address,
    to,
    value: `0x${parseEther('2').toString(16)}`,
  }
  await expect(
    ask('eth_sendTransaction', [transaction], () => desk.reject()),
  ).rejects.toThrow(UserRejectedError)
  expect(await devnet.client.getBalance({ address: to })).toBe(0n)
  const hash = (await ask('eth_sendTransaction', [transaction], (prompt) => {
    expect(prompt).toMatchObject({ value: parseEther('2') })
    desk.approve(true)
  })) as Hex
  await devnet.client.waitForTransactionReceipt({ hash })
  expect(await devnet.client.getBalance({ address: to })).toBe(parseEther('2'))
})

test('sends from two tabs at the same time', async () => {
  const tabs = await Promise.all(
    [1, 2].map(async () =>
      openDemoKey(await proveLocalChain(chain), bob.address),
    ),
  )
  const before = await devnet.client.getTransactionCount(bob)
  const hashes = await Promise.all(
    tabs.map((tab) =>
      tab?.sendTransaction({ to: alice.address, value: 1n, data: '0x' }),
    ),
  )
  for (const hash of hashes)
    if (hash) await devnet.client.waitForTransactionReceipt({ hash })
  expect(await devnet.client.getTransactionCount(bob)).toBe(before + 2)
})

test('signs for no other account, and one question at a time', async () => {
  const { provider, connect, desk } = create()
  await connect()
  await expect(
    provider.request({
      method: 'personal_sign',
      params: ['0x12', bob.address],
    }),
  ).rejects.toMatchObject({ code: 4100 })
  const first = provider.request({ method: 'eth_requestAccounts' })
  await waitFor(() => expect(desk.read()).toBeDefined())
  await expect(
    provider.request({ method: 'eth_requestAccounts' }),
  ).rejects.toThrow(ResourceUnavailableError)
  desk.reject()
  await expect(first).rejects.toThrow(UserRejectedError)
})

test('never signs a bare hash and knows no foreign chain', async () => {
  const { provider, connect } = create()
  await connect()
  await expect(
    provider.request({ method: 'eth_sign', params: [alice.address, '0x12'] }),
  ).rejects.toMatchObject({ code: 4200 })
  await expect(
    provider.request({
      method: 'wallet_switchEthereumChain',
      params: [{ chainId: '0x1' }],
    }),
  ).rejects.toMatchObject({ code: -32602 })
})

test('stops working when the node becomes another chain', async () => {
  await create().connect()
  const moved = { ...chain, chainId: 31338 }
  const { provider } = create([moved])
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([
    alice.address,
  ])
  await expect(
    provider.request({
      method: 'personal_sign',
      params: ['0x12', alice.address],
    }),
  ).rejects.toThrow(NotLocalChainError)
})

test('has nobody where no chain is of this machine', async () => {
  await create().connect()
  const elsewhere = { ...chain, rpcUrl: 'https://rpc.example' }
  const { provider } = create([elsewhere])
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
  await expect(
    provider.request({ method: 'eth_requestAccounts' }),
  ).rejects.toMatchObject({ code: 4901 })
})
