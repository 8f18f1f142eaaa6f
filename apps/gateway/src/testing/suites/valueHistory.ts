import {
  demoAccounts,
  demoTokenAbi,
  getDemoContractAddress,
  runTransaction,
  sendTransaction,
} from '@covault/devnet'
import { encodeFunctionData, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readBalances } from '../../assets/readBalances.js'
import { readValueHistory } from '../../assets/readValueHistory.js'
import { type AssetsWorld, openAssetsWorld } from '../assetsWorld.js'

// Chain, database and other tests share few cores.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const { alice, dave, stranger } = demoAccounts
const chainId = 31337
const dollar = getDemoContractAddress('dollar')
const garden = getDemoContractAddress('garden')
const dayMs = 86_400_000

let world: AssetsWorld

// Here, not at the start of the file: other suites let days pass.
describe('the value of a safe over time', () => {
  beforeAll(async () => {
    world = await openAssetsWorld({ saltNonce: 900n })
    const { devnet, deployed, safe } = world
    await sendTransaction(devnet.client, {
      account: dave,
      to: safe,
      value: parseEther('1.5'),
    })
    for (const token of [dollar, garden])
      await world.send(
        token,
        encodeFunctionData({
          abi: demoTokenAbi,
          functionName: 'mint',
          args: [safe, 1_000_000_000n],
        }),
      )
    await runTransaction(devnet, deployed, {
      plan: { to: stranger.address, value: parseEther('0.5') },
      signers: [alice],
    })
    // To itself: that moves nothing.
    await runTransaction(devnet, deployed, {
      plan: {
        to: dollar,
        data: encodeFunctionData({
          abi: demoTokenAbi,
          functionName: 'transfer',
          args: [safe, 400_000_000n],
        }),
      },
      signers: [alice],
    })
    await world.follow()
  })
  afterAll(() => world.stop())

  test('where no price of a day is known, there is no value, only what moved', async () => {
    const { client } = world.devnet
    await client.increaseTime({ seconds: 3 * 86_400 })
    await client.mine({ blocks: 1 })
    await world.follow()
    const { timestamp } = await client.getBlock()
    const assets = world.openAssets(
      {
        feeds: [
          {
            chainId,
            asset: 'ETH',
            address: getDemoContractAddress('etherFeed'),
            description: 'ETH / USD',
            maximumAgeSeconds: 10 * 365 * 86_400,
          },
        ],
      },
      { now: () => new Date(Number(timestamp) * 1000) },
    )
    const { points } = await readValueHistory(assets, {
      chainId,
      safe: world.safe,
      currency: 'usd',
      period: 'week',
    })
    expect(points.at(-1)?.value).not.toBeNull()
    const moved = points.find(({ incoming }) => incoming !== '0')
    expect(moved?.value).toBeNull()
  })

  test('value is today’s balances with what moved undone, unlisted tokens aside', async () => {
    const { timestamp } = await world.devnet.client.getBlock()
    const assets = world.openAssets(
      {
        feeds: [
          {
            chainId,
            asset: 'ETH',
            address: getDemoContractAddress('etherFeed'),
            description: 'ETH / USD',
            maximumAgeSeconds: 10 * 365 * 86_400,
          },
        ],
        constants: [{ chainId, asset: dollar, usd: { digits: 1n, scale: 0 } }],
        listedTokens: [
          {
            chainId,
            address: dollar,
            name: 'Demo Dollar',
            symbol: 'DUSD',
            decimals: 6,
            logoUri: null,
          },
        ],
      },
      { now: () => new Date(Number(timestamp) * 1000 + 2 * dayMs) },
    )
    const place = { chainId, safe: world.safe, currency: 'usd' }
    const { fiatTotal, items } = await readBalances(assets, {
      ...place,
      trusted: true,
      excludeSpam: true,
    })
    const native = items.find(({ tokenInfo }) => tokenInfo.symbol === 'ETH')
    const price = Number(native?.fiatConversion)
    const { step, points, largest } = await readValueHistory(assets, {
      ...place,
      period: 'week',
    })
    expect(step).toBe(1)
    expect(points).toHaveLength(7)
    expect(points.at(-1)?.value).toBe(fiatTotal)
    expect(Number(fiatTotal)).toBeCloseTo(price + 1000)
    const moved = points.filter(({ incoming }) => incoming !== '0')
    expect(moved).toHaveLength(1)
    expect(Number(moved[0]?.incoming)).toBeCloseTo(1.5 * price + 1000)
    expect(Number(moved[0]?.outgoing)).toBeCloseTo(0.5 * price)
    const before = points.filter(({ at }) => at < (moved[0]?.at ?? 0))
    // Nothing was held: that is worth nothing at any price.
    expect(before.map(({ value }) => value)).toEqual(before.map(() => '0'))
    expect(
      largest.map(({ direction, amount, tokenInfo, counterparty }) => [
        direction,
        amount,
        tokenInfo.symbol,
        counterparty,
      ]),
    ).toEqual(
      // Blocks of one second have no order in time.
      expect.arrayContaining([
        ['INCOMING', String(parseEther('1.5')), 'ETH', dave.address],
        ['INCOMING', '1000000000', 'DUSD', expect.stringMatching(/^0x0+$/)],
        ['OUTGOING', String(parseEther('0.5')), 'ETH', stranger.address],
      ]),
    )
    expect(largest).toHaveLength(3)
  })

  test('what came without a trace gives no value to days before the safe', async () => {
    const { client } = world.devnet
    const { timestamp } = await client.getBlock()
    const balance = await client.getBalance({ address: world.safe })
    const more = balance + parseEther('3')
    await client.setBalance({ address: world.safe, value: more })
    await client.mine({ blocks: 1 })
    await world.follow()
    const assets = world.openAssets(
      {
        constants: [
          { chainId, asset: 'native', usd: { digits: 2n, scale: 0 } },
        ],
      },
      { now: () => new Date(Number(timestamp) * 1000 + dayMs) },
    )
    const { points } = await readValueHistory(assets, {
      ...{ chainId, safe: world.safe, currency: 'usd' },
      period: 'month',
    })
    const moved = points.findIndex(({ incoming }) => incoming !== '0')
    expect(moved).toBeGreaterThan(0)
    expect(new Set(points.slice(0, moved).map(({ value }) => value))).toEqual(
      new Set([null]),
    )
    await client.setBalance({ address: world.safe, value: balance })
    await client.mine({ blocks: 1 })
  })

  test('a long period has few points and the same end', async () => {
    const assets = world.openAssets({}, {})
    const { points } = await readValueHistory(assets, {
      chainId,
      safe: world.safe,
      currency: 'usd',
      period: 'year',
    })
    expect(points.length).toBeLessThanOrEqual(120)
    expect(points.length).toBeGreaterThan(60)
  })
})
