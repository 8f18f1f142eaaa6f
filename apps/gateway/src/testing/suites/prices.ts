import { parseDecimal, zero } from '@covault/api/decimal'
import { demoAccounts } from '@covault/devnet'
import { concat, getAddress, numberToHex } from 'viem'
import { expect, test } from 'vitest'
import {
  readDailyPrices,
  recordPastPrices,
  recordPrices,
} from '../../assets/recordPrices.js'
import type { ConfiguredFeed } from '../../assetsConfig.js'
import { fiatCodes } from '../../fiatCodes.js'
import { placeAnswering } from '../answeringContract.js'
import { word } from '../assetsWorld.js'
import {
  type BalancesSuite,
  dollar,
  feed,
  feeds,
  garden,
  withBalances,
} from '../balancesSuite.js'

const { stranger } = demoAccounts
let world: BalancesSuite['world']
let setPrice: BalancesSuite['setPrice']
let read: BalancesSuite['read']

withBalances({ saltNonce: 620n }, (suite) => {
  ;({ world, setPrice, read } = suite)
})

test('converts into all sixteen currencies, constants marked as such', async () => {
  const constants = fiatCodes
    .filter((code) => !['USD', 'EUR', 'ETH', 'BTC'].includes(code))
    .map((asset) => ({
      chainId: undefined,
      asset,
      usd: parseDecimal('0.3') ?? zero,
    }))
  const assets = world.openAssets({ feeds, constants })
  const native = async (currency: string) =>
    (await read(assets, { currency, trusted: true })).items[0]
  for (const code of fiatCodes)
    expect((await native(code))?.fiatConversion, code).toMatch(/[1-9]/)
  // 1 ETH at 3,180 in euros at 1.084, cut after 20 digits.
  expect(await native('eur')).toMatchObject({
    fiatConversion: '2933.57933579335793357933',
    fiatBalance: '4400.36900369003690036900'.replace(/0+$/, ''),
  })
  expect(await native('ETH')).toMatchObject({ fiatConversion: '1' })
  expect(await native('JPY')).toMatchObject({ fiatConversion: '10600' })
  expect(await native('XYZ')).toMatchObject({
    fiatConversion: '0',
    fiatBalance: '0',
  })
  const constant = {
    chainId: 31337,
    asset: garden,
    usd: { digits: 2n, scale: 0 },
  }
  const priced = await read(world.openAssets({ constants: [constant] }))
  expect(priced.items[0]).toMatchObject({
    tokenInfo: { address: garden },
    fiatConversion: '2',
    priceSource: 'constant',
  })
})

test('believes no feed that is negative, stale or another one', async () => {
  const price = async (changes: Partial<ConfiguredFeed> = {}) => {
    const assets = world.openAssets({
      feeds: [{ ...feed('ETH', 'etherFeed', 'ETH / USD'), ...changes }],
    })
    return (await read(assets)).items[0]?.fiatConversion
  }
  expect(await price()).toBe('3180')
  expect(await price({ description: 'BTC / USD' })).toBe('0')
  expect(await price({ address: garden })).toBe('0')
  expect(await price({ address: stranger.address })).toBe('0')
  await world.devnet.increaseTime(1_000)
  await world.follow()
  expect(await price({ maximumAgeSeconds: 900 })).toBe('0')
  await setPrice('etherFeed', -1n)
  await world.follow()
  expect(await price()).toBe('0')
  await setPrice('etherFeed', 0n)
  await world.follow()
  expect(await price()).toBe('0')
  await setPrice('etherFeed', 3_180_00000000n)
  await world.follow()
  expect(await price({ maximumAgeSeconds: 900 })).toBe('3180')
})

test('believes the feeds of a rollup only while its sequencer runs', async () => {
  const sequencer = getAddress(numberToHex(0x5e9, { size: 20 }))
  const assets = world.openAssets({
    feeds: [{ ...feed('ETH', 'etherFeed', 'ETH / USD'), sequencer }],
  })
  const price = async () => (await read(assets)).items[0]?.fiatConversion
  const say = async (status: bigint, secondsAgo: bigint) => {
    const { timestamp } = await world.devnet.client.getBlock()
    const since = word(timestamp - secondsAgo)
    await placeAnswering(world.devnet, {
      address: sequencer,
      answers: {
        'latestRoundData()': concat([
          word(1n),
          word(status),
          since,
          since,
          word(1n),
        ]),
      },
    })
    await world.follow()
  }
  expect(await price()).toBe('0')
  await say(0n, 7_200n)
  expect(await price()).toBe('3180')
  await say(1n, 7_200n)
  expect(await price()).toBe('0')
  await say(0n, 60n)
  expect(await price()).toBe('0')
})

test('keeps a price for each day and learns what feeds said before', async () => {
  // Hours that were seen stay as they were seen.
  await world.devnet.increaseTime(86_400)
  await setPrice('dollarFeed', 98_000_000n)
  const { timestamp } = await world.devnet.client.getBlock()
  const start = Number(timestamp) * 1000
  await world.devnet.increaseTime(3 * 86_400)
  await setPrice('dollarFeed', 1_02000000n)
  await world.follow()
  const assets = world.openAssets({ feeds })
  const listDays = async () => {
    const days = await readDailyPrices(assets, {
      chainId: 31337,
      token: dollar,
      from: new Date(start - 3_600_000),
      to: new Date(start + 5 * 86_400_000),
    })
    return days.map(({ day, usd }) => `${day} ${usd}`)
  }
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
  await recordPrices(assets)
  expect(await listDays()).toEqual([`${dayOf(start + 3 * 86_400_000)} 1.02`])
  await recordPastPrices(assets)
  expect(await listDays()).toEqual([
    `${dayOf(start)} 0.98`,
    `${dayOf(start + 3 * 86_400_000)} 1.02`,
  ])
})

test('tells the change since a day, by what feeds said until then', async () => {
  const { timestamp } = await world.devnet.client.getBlock()
  await world.devnet.increaseTime(5 * 86_400)
  await setPrice('etherFeed', 2_965_35000000n)
  await world.follow()
  const later = Number(timestamp) * 1000 + 5 * 86_400_000
  const assets = world.openAssets({ feeds }, { now: () => new Date(later) })
  await recordPastPrices(assets)
  expect((await read(assets)).items[0]).toMatchObject({
    fiatConversion: '2965.35',
    fiatBalance24hChange: '-6.75',
  })
  const inEuro = await read(assets, { currency: 'EUR' })
  expect(inEuro.items[0]?.fiatBalance24hChange).toBe('-6.75')
})

test('tells no change where nobody knows what was a day ago', async () => {
  const constant = {
    chainId: 31337,
    asset: garden,
    usd: { digits: 2n, scale: 0 },
  }
  let time = Date.now() + 1_000 * 86_400_000
  const assets = world.openAssets(
    { constants: [constant] },
    { now: () => new Date(time) },
  )
  const change = async () =>
    (await read(assets)).items.find(
      ({ tokenInfo }) => tokenInfo.address === garden,
    )?.fiatBalance24hChange
  expect(await change()).toBeNull()
  time += 25 * 3_600_000
  expect(await change()).toBe('0')
  time += 40 * 3_600_000
  expect(await change()).toBeNull()
})
