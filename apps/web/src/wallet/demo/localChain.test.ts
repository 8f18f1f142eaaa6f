// @vitest-environment node
import { demoAccounts as devnetAccounts } from '@covault/devnet'
import { createClient, custom } from 'viem'
import { expect, test } from 'vitest'
import { environment } from '../../preferences/environment.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { demoAccounts } from './demoAccounts.js'
import { openDemoKey } from './demoKeys.js'
import {
  looksLocal,
  NotLocalChainError,
  proveLocalChain,
  SilentNodeError,
} from './localChain.js'

const local: ChainConfig = {
  chainId: 31337,
  shortName: 'local1',
  name: 'Local 1',
  rpcUrl: 'http://127.0.0.1:9',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
  local: true,
}

/** A node that says it is this chain. */
const answering = (chainId: number) => () =>
  createClient({
    transport: custom({ request: async () => `0x${chainId.toString(16)}` }),
  }) as never

test('a chain of this machine that answers is proven', async () => {
  expect(await proveLocalChain(local, answering(31337))).toBe(local)
})

test.each([
  ['another chain id', { ...local, chainId: 1 }],
  ['a public chain on this machine', { ...local, chainId: 11155111 }],
  ['a node elsewhere', { ...local, rpcUrl: 'https://rpc.example' }],
  ['a name like ours', { ...local, rpcUrl: 'http://127.0.0.1.example.org' }],
  [
    'credentials that look like ours',
    { ...local, rpcUrl: 'http://127.0.0.1@rpc.example' },
  ],
  ['a network address', { ...local, rpcUrl: 'http://192.168.0.1:8545' }],
  ['no address at all', { ...local, rpcUrl: 'localhost' }],
])('%s is not, whatever it answers', async (_, chain) => {
  expect(looksLocal(chain)).toBe(false)
  await expect(
    proveLocalChain(chain, answering(chain.chainId)),
  ).rejects.toThrow(NotLocalChainError)
})

test('the gateway’s own door on this machine is not: nothing is sent through it', async () => {
  environment.write({ gatewayUrl: 'http://127.0.0.1:9', rpcUrls: [] })
  const door = { ...local, rpcUrl: 'http://127.0.0.1:9/rpc/31337' }
  expect(looksLocal(door)).toBe(false)
  await expect(proveLocalChain(door, answering(31337))).rejects.toThrow(
    NotLocalChainError,
  )
  environment.write({ gatewayUrl: null, rpcUrls: [] })
})

test('a node that answers for another chain is not', async () => {
  await expect(proveLocalChain(local, answering(1))).rejects.toThrow(
    NotLocalChainError,
  )
})

test('a node that does not answer is not', async () => {
  await expect(proveLocalChain(local)).rejects.toThrow(SilentNodeError)
})

test('has a key for each account it lists, the first five of the devnet', async () => {
  const { alice, bob, carol, dave, erin } = devnetAccounts
  const chain = await proveLocalChain(local, answering(31337))
  const expected = [alice, bob, carol, dave, erin]
  expect(demoAccounts.map(({ address }) => address)).toEqual(
    expected.map(({ address }) => address),
  )
  for (const account of expected) {
    const signer = openDemoKey(chain, account.address)
    expect(await signer?.signMessage('0x1234')).toBe(
      await account.signMessage({ message: { raw: '0x1234' } }),
    )
  }
  expect(openDemoKey(chain, devnetAccounts.customer.address)).toBeUndefined()
})
