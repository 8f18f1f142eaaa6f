import {
  demoAccounts,
  demoTokenAbi,
  getDemoContractAddress,
  priceFeedAbi,
  sendTransaction,
  spamTokenAbi,
} from '@covault/devnet'
import { type Address, encodeFunctionData, parseEther } from 'viem'
import { afterAll, beforeAll, vi } from 'vitest'
import type { Assets } from '../assets/assets.js'
import { readBalances } from '../assets/readBalances.js'
import type { ConfiguredFeed, ListedToken } from '../assetsConfig.js'
import { type AssetsWorld, openAssetsWorld } from './assetsWorld.js'

type ContractName = Parameters<typeof getDemoContractAddress>[0]

export const dollar = getDemoContractAddress('dollar')
export const garden = getDemoContractAddress('garden')
export const hostile = getDemoContractAddress('hostile')
export const spam = getDemoContractAddress('spam')

export const listedDollar: ListedToken = {
  chainId: 31337,
  address: dollar,
  name: 'Demo Dollar',
  symbol: 'DUSD',
  decimals: 6,
  logoUri: 'https://logos.example/dusd.png',
}

const years = 10 * 365 * 86_400
export const feed = (
  asset: string,
  name: ContractName,
  description: string,
): ConfiguredFeed => ({
  chainId: 31337,
  asset,
  address: getDemoContractAddress(name),
  description,
  maximumAgeSeconds: years,
})
export const feeds = [
  feed('ETH', 'etherFeed', 'ETH / USD'),
  feed(dollar, 'dollarFeed', 'DUSD / USD'),
  feed('BTC', 'bitcoinFeed', 'BTC / USD'),
  feed('EUR', 'euroFeed', 'EUR / USD'),
]

/** What the tests of one suite about balances begin with. */
export type BalancesSuite = {
  /** Its safe owns ether, three tokens and a claimed one. */
  world: AssetsWorld
  mint(token: Address, value: bigint): Promise<void>
  setPrice(name: ContractName, answer: bigint): Promise<void>
  read(
    assets: Assets,
    changes?: Partial<Parameters<typeof readBalances>[1]>,
  ): ReturnType<typeof readBalances>
}

export function withBalances(
  options: { saltNonce: bigint },
  prepare: (suite: BalancesSuite) => void,
): void {
  // Chain, database and other tests share few cores.
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
  let world: AssetsWorld | undefined
  beforeAll(async () => {
    world = await openAssetsWorld(options)
    const suite = openBalances(world)
    await fill(suite)
    prepare(suite)
  })
  afterAll(() => world?.stop())
}

function openBalances(world: AssetsWorld): BalancesSuite {
  return {
    world,
    mint: (token, value) =>
      world.send(
        token,
        encodeFunctionData({
          abi: demoTokenAbi,
          functionName: 'mint',
          args: [world.safe, value],
        }),
      ),
    setPrice: (name, answer) =>
      world.send(
        getDemoContractAddress(name),
        encodeFunctionData({
          abi: priceFeedAbi,
          functionName: 'setAnswer',
          args: [answer],
        }),
      ),
    read: (assets, changes = {}) =>
      readBalances(assets, {
        chainId: 31337,
        safe: world.safe,
        currency: 'usd',
        trusted: false,
        excludeSpam: true,
        ...changes,
      }),
  }
}

async function fill({ world, mint }: BalancesSuite): Promise<void> {
  await sendTransaction(world.devnet.client, {
    account: demoAccounts.dave,
    to: world.safe,
    value: parseEther('1.5'),
  })
  await mint(dollar, 1_234_567_891n)
  await mint(garden, 10n ** 30n + 1n)
  await mint(hostile, 7n)
  await world.send(
    spam,
    encodeFunctionData({
      abi: spamTokenAbi,
      functionName: 'pretend',
      args: [demoAccounts.stranger.address, world.safe, parseEther('4999')],
    }),
  )
  await world.follow()
}
