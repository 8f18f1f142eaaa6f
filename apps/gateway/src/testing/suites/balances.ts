import { demoAccounts } from '@covault/devnet'
import { parseEther, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { readTokens } from '../../assets/readTokens.js'
import {
  type BalancesSuite,
  dollar,
  feeds,
  garden,
  listedDollar,
  spam,
  withBalances,
} from '../balancesSuite.js'

const { stranger, dave } = demoAccounts
let world: BalancesSuite['world']
let mint: BalancesSuite['mint']
let read: BalancesSuite['read']

withBalances({ saltNonce: 600n }, (suite) => {
  ;({ world, mint, read } = suite)
})

test('tells amounts to the last unit and their worth without rounding', async () => {
  const assets = world.openAssets({ listedTokens: [listedDollar], feeds })
  const balances = await read(assets)
  expect(balances.items).toMatchObject([
    {
      tokenInfo: {
        type: 'NATIVE_TOKEN',
        address: zeroAddress,
        symbol: 'ETH',
        decimals: 18,
      },
      balance: parseEther('1.5'),
      fiatConversion: '3180',
      fiatBalance: '4770',
      priceSource: 'feed',
      trusted: true,
    },
    {
      tokenInfo: {
        type: 'ERC20',
        address: dollar,
        symbol: 'DUSD',
        decimals: 6,
        logoUri: 'https://logos.example/dusd.png',
      },
      balance: 1_234_567_891n,
      fiatConversion: '0.9999',
      fiatBalance: '1234.4444342109',
      trusted: true,
    },
    {
      tokenInfo: { address: garden, symbol: 'GRDN', logoUri: null },
      balance: 10n ** 30n + 1n,
      fiatConversion: '0',
      fiatBalance: '0',
      priceSource: null,
      trusted: false,
      spamReasons: ['unlisted', 'unsolicited'],
    },
  ])
  expect(balances.fiatTotal).toBe('6004.4444342109')
  const { client } = world.devnet
  const block = await client.getBlock({ blockNumber: balances.block.number })
  expect(block.hash).toBe(balances.block.hash)
})

test('asks no node twice about one block', async () => {
  const assets = world.openAssets({ listedTokens: [listedDollar], feeds })
  const first = await read(assets)
  const before = world.countQuestions()
  expect(await read(assets)).toEqual(first)
  await read(assets, { currency: 'eur', excludeSpam: false })
  await readTokens(assets, { chainId: 31337, tokens: [dollar, garden, spam] })
  expect(world.countQuestions()).toBe(before)
  await world.follow()
  expect((await read(assets)).block.number).toBeGreaterThan(first.block.number)
  expect(world.countQuestions()).toBeGreaterThan(before)
})

test('asks about an address without code once a minute', async () => {
  let seconds = 0
  const now = () => new Date(1_800_000_000_000 + seconds * 1_000)
  const assets = world.openAssets({ listedTokens: [] }, { now })
  const ask = async () => {
    const before = world.countQuestions()
    const tokens = [stranger.address, dave.address]
    expect(await readTokens(assets, { chainId: 31337, tokens })).toEqual(
      new Map(),
    )
    return world.countQuestions() - before
  }
  expect(await ask()).toBeGreaterThan(0)
  seconds = 60
  expect(await ask()).toBe(0)
  seconds = 61
  expect(await ask()).toBeGreaterThan(0)
})

test('many who ask at once cost one reading', async () => {
  const assets = world.openAssets({ listedTokens: [listedDollar], feeds })
  await world.follow()
  const start = world.countQuestions()
  await read(assets)
  const one = world.countQuestions() - start
  await world.follow()
  const again = world.countQuestions()
  await Promise.all(Array.from({ length: 10 }, () => read(assets)))
  expect(world.countQuestions() - again).toBeLessThanOrEqual(one)
})

test('reads the same without Multicall3', async () => {
  const address = '0xcA11bde05977b3631167028862bE2a173976CA11'
  const { client } = world.devnet
  const bytecode = await client.getCode({ address })
  const assets = world.openAssets({ listedTokens: [listedDollar], feeds })
  const together = await read(assets, { excludeSpam: false })
  for (const other of ['0x', '0x60006000fd', '0x60206000f3'] as const) {
    await client.setCode({ address, bytecode: other })
    await world.follow()
    const alone = await read(assets, { excludeSpam: false })
    expect(alone.items).toEqual(together.items)
  }
  await client.setCode({ address, bytecode: bytecode ?? '0x' })
  await world.follow()
})

test('serves what was last known while no node answers', async () => {
  const config = { listedTokens: [listedDollar], feeds }
  const known = await read(world.openAssets(config))
  await world.follow()
  const urls = ['http://127.0.0.1:9']
  const blind = await read(world.openAssets(config, { urls }))
  expect(blind.block).toEqual(known.block)
  const amounts = ({ items }: typeof known) =>
    items.map(({ balance }) => balance.toString()).sort()
  expect(amounts(blind)).toEqual(amounts(known))
  expect(blind.fiatTotal).toBe('0')
})

test('reads again after a reorg', async () => {
  const assets = world.openAssets({ listedTokens: [listedDollar], feeds })
  const snapshot = await world.devnet.snapshot()
  await mint(dollar, 9n)
  await world.follow()
  const find = async () =>
    (await read(assets)).items.find(
      ({ tokenInfo }) => tokenInfo.address === dollar,
    )?.balance
  expect(await find()).toBe(1_234_567_900n)
  await world.devnet.revert(snapshot)
  await world.devnet.mine(3)
  await world.follow()
  expect(await find()).toBe(1_234_567_891n)
})
