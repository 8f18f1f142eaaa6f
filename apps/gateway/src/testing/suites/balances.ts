import { parseDecimal, zero } from '@covault/api/decimal'
import {
  demoAccounts,
  demoTokenAbi,
  getDemoContractAddress,
  priceFeedAbi,
  runTransaction,
  sendTransaction,
  spamTokenAbi,
} from '@covault/devnet'
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  multicall3Abi,
  numberToHex,
  parseEther,
  stringToHex,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Assets } from '../../assets/assets.js'
import { readBalances } from '../../assets/readBalances.js'
import { readToken, readTokens } from '../../assets/readTokens.js'
import {
  readDailyPrices,
  recordPastPrices,
  recordPrices,
} from '../../assets/recordPrices.js'
import type { ConfiguredFeed, ListedToken } from '../../assetsConfig.js'
import { fiatCodes } from '../../fiatCodes.js'
import { readStoredBalances } from '../../store/balances.js'
import { listSeenTokens } from '../../store/tokens.js'
import { type Answer, placeAnswering } from '../answeringContract.js'
import {
  type AssetsWorld,
  openAssetsWorld,
  transferTopics,
  word,
} from '../assetsWorld.js'

// Chain, database and other tests share few cores.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const { stranger, dave } = demoAccounts
const dollar = getDemoContractAddress('dollar')
const garden = getDemoContractAddress('garden')
const hostile = getDemoContractAddress('hostile')
const spam = getDemoContractAddress('spam')

const listedDollar: ListedToken = {
  chainId: 31337,
  address: dollar,
  name: 'Demo Dollar',
  symbol: 'DUSD',
  decimals: 6,
  logoUri: 'https://logos.example/dusd.png',
}

const years = 10 * 365 * 86_400
const feed = (
  asset: string,
  name: Parameters<typeof getDemoContractAddress>[0],
  description: string,
): ConfiguredFeed => ({
  chainId: 31337,
  asset,
  address: getDemoContractAddress(name),
  description,
  maximumAgeSeconds: years,
})
const feeds = [
  feed('ETH', 'etherFeed', 'ETH / USD'),
  feed(dollar, 'dollarFeed', 'DUSD / USD'),
  feed('BTC', 'bitcoinFeed', 'BTC / USD'),
  feed('EUR', 'euroFeed', 'EUR / USD'),
]

let world: AssetsWorld

const mint = (token: Address, value: bigint) =>
  world.send(
    token,
    encodeFunctionData({
      abi: demoTokenAbi,
      functionName: 'mint',
      args: [world.safe, value],
    }),
  )
const setPrice = (
  name: Parameters<typeof getDemoContractAddress>[0],
  answer: bigint,
) =>
  world.send(
    getDemoContractAddress(name),
    encodeFunctionData({
      abi: priceFeedAbi,
      functionName: 'setAnswer',
      args: [answer],
    }),
  )
const read = (
  assets: Assets,
  changes: Partial<Parameters<typeof readBalances>[1]> = {},
) =>
  readBalances(assets, {
    chainId: 31337,
    safe: world.safe,
    currency: 'usd',
    trusted: false,
    excludeSpam: true,
    ...changes,
  })
const symbols = ({ items }: Awaited<ReturnType<typeof read>>) =>
  items.map(({ tokenInfo }) => tokenInfo.symbol)

beforeAll(async () => {
  world = await openAssetsWorld({ saltNonce: 600n })
  await sendTransaction(world.devnet.client, {
    account: dave,
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
      args: [stranger.address, world.safe, parseEther('4999')],
    }),
  )
  await world.follow()
})
afterAll(() => world.stop())

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

test('keeps spam and hostile names apart, with the reasons stored', async () => {
  const assets = world.openAssets({ listedTokens: [listedDollar], feeds })
  expect(symbols(await read(assets, { trusted: true }))).toEqual([
    'ETH',
    'DUSD',
  ])
  const everything = await read(assets, { excludeSpam: false })
  const byAddress = new Map(
    everything.items.map((item) => [item.tokenInfo.address, item]),
  )
  expect(byAddress.get(spam)).toMatchObject({
    spam: true,
    balance: parseEther('4999'),
    fiatBalance: '0',
    spamReasons: expect.arrayContaining([
      'address-in-name',
      'lure-in-name',
      'balance-for-everybody',
    ]),
  })
  expect(byAddress.get(hostile)).toMatchObject({
    spam: true,
    tokenInfo: {
      name: '<img src=x onerror=alert(1)> RDSU https://claim.example {{7*',
      symbol: 'UЅDC',
    },
    spamReasons: expect.arrayContaining([
      'hidden-characters',
      'mixed-scripts',
      'address-in-name',
    ]),
  })
  const stored = await readStoredBalances(world.chain.store, {
    chainId: 31337,
    safe: world.safe,
  })
  expect(stored?.tokens.find(({ token }) => token === spam)).toMatchObject({
    spamReasons: byAddress.get(spam)?.spamReasons,
  })
})

test('takes a symbol that looks like a listed one for an imitation', async () => {
  const usdc = { ...listedDollar, name: 'USD Coin', symbol: 'USDC' }
  const assets = world.openAssets({ listedTokens: [usdc] })
  const token = await readToken(assets, { chainId: 31337, token: hostile })
  expect(token).toMatchObject({ trusted: false, spam: true })
  expect(token?.spamReasons).toContain('imitates-listed')
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

const text = (value: string) =>
  encodeAbiParameters([{ type: 'string' }], [value])
const ok: Record<string, Answer> = {
  'name()': text('Fine'),
  'symbol()': text('FINE'),
  'decimals()': word(18n),
  'balanceOf(address)': word(5n),
}
const attacks: Record<string, Record<string, Answer>> = {
  'reverts always': {},
  'burns all gas in balanceOf': { ...ok, 'balanceOf(address)': 'loop' },
  'burns all gas everywhere': {
    'name()': 'loop',
    'symbol()': 'loop',
    'decimals()': 'loop',
    'balanceOf(address)': 'loop',
    'supportsInterface(bytes4)': 'loop',
  },
  'returns a megabyte as symbol': { ...ok, 'symbol()': { zeros: 1_000_000 } },
  'returns a megabyte as balance': {
    ...ok,
    'balanceOf(address)': { zeros: 1_000_000 },
  },
  'returns half a word as balance': { ...ok, 'balanceOf(address)': '0x0005' },
  'returns nothing as balance': { ...ok, 'balanceOf(address)': '0x' },
  'has a long name': { ...ok, 'name()': text('x'.repeat(5_000)) },
  'lies about the length of its name': {
    ...ok,
    'name()': `0x${word(32n).slice(2)}${'ff'.repeat(32)}` as Hex,
  },
  'has a symbol of 32 bytes': {
    ...ok,
    'symbol()': stringToHex('OLD', { size: 32 }),
  },
  'has 2^255 decimals': { ...ok, 'decimals()': word(2n ** 255n) },
  'has 255 decimals': { ...ok, 'decimals()': word(255n) },
  'is every interface': { ...ok, 'supportsInterface(bytes4)': word(1n) },
  'has nothing but controls as name': {
    ...ok,
    'name()': text('\u202e\0\u200b'),
  },
}

test('scenario 21: serves the rest of a page whatever a token does', async () => {
  const names = Object.keys(attacks)
  const addressOf = (name: string) =>
    getAddress(numberToHex(0xbad000 + names.indexOf(name), { size: 20 }))
  for (const name of names) {
    const topics = transferTopics(stranger.address, world.safe)
    await world.log(addressOf(name), topics, word(5n))
  }
  for (const name of names)
    await placeAnswering(world.devnet, {
      address: addressOf(name),
      answers: attacks[name] ?? {},
    })
  await world.follow()
  const assets = world.openAssets({ listedTokens: [listedDollar], feeds })
  const { items, fiatTotal } = await read(assets, { excludeSpam: false })
  expect(fiatTotal).toBe('6004.4444342109')
  const amounts = new Map(
    items.map(({ tokenInfo, balance }) => [tokenInfo.address, balance]),
  )
  expect(amounts.get(dollar)).toBe(1_234_567_891n)
  expect(amounts.get(garden)).toBe(10n ** 30n + 1n)
  const shown = names.filter((name) => amounts.has(addressOf(name)))
  expect(shown).toEqual([
    'returns a megabyte as symbol',
    'has a long name',
    'lies about the length of its name',
    'has a symbol of 32 bytes',
    'has 255 decimals',
    'is every interface',
    'has nothing but controls as name',
  ])
  const tokens = await readTokens(assets, {
    chainId: 31337,
    tokens: names.map(addressOf),
  })
  const find = (name: string) => tokens.get(addressOf(name))
  expect(find('has a long name')?.name).toBe('x'.repeat(60))
  expect(find('has a symbol of 32 bytes')?.symbol).toBe('OLD')
  expect(find('has 255 decimals')?.decimals).toBe(255)
  expect(find('has 2^255 decimals')).toBeUndefined()
  expect(find('reverts always')).toBeUndefined()
  expect(find('has nothing but controls as name')).toMatchObject({
    name: '',
    spam: true,
  })
  // Each later reading would burn their gas again.
  for (const name of names)
    await placeAnswering(world.devnet, {
      address: addressOf(name),
      answers: {},
    })
})

test('knows a token that came to many at once', async () => {
  const token = getAddress(numberToHex(0xa1d0, { size: 20 }))
  const multicall = '0xcA11bde05977b3631167028862bE2a173976CA11'
  const receivers = [
    world.safe,
    ...Array.from({ length: 51 }, (_, index) =>
      numberToHex(0xabc000 + index, { size: 20 }),
    ),
  ]
  await world.log(
    token,
    transferTopics(stranger.address, dave.address),
    word(1n),
  )
  await world.send(
    multicall,
    encodeFunctionData({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      args: [
        receivers.map((receiver) => ({
          target: token,
          allowFailure: false,
          callData: concat([
            ...transferTopics(stranger.address, receiver),
            word(1n),
          ]),
        })),
      ],
    }),
  )
  await placeAnswering(world.devnet, { address: token, answers: ok })
  await world.follow()
  const { items } = await read(world.openAssets({ feeds }), {
    excludeSpam: false,
  })
  const item = items.find(({ tokenInfo }) => tokenInfo.address === token)
  expect(item?.spamReasons).toContain('mass-airdrop')
})

test('finds a token the safe moved among any number of gifts', async () => {
  const { chain, safe, deployed, devnet } = world
  await runTransaction(devnet, deployed, {
    plan: {
      to: garden,
      data: encodeFunctionData({
        abi: demoTokenAbi,
        functionName: 'transfer',
        args: [dave.address, 1n],
      }),
    },
    signers: [demoAccounts.alice],
  })
  await world.follow()
  const list = (limit: number) =>
    listSeenTokens(chain.store, { chainId: 31337, safe, limit })
  expect(await list(1)).toMatchObject([
    { token: garden, solicited: true, forged: false, worth: true },
  ])
  const all = await list(1_000)
  expect(all.length).toBeGreaterThan(15)
  expect(new Set(all.map(({ token }) => token)).size).toBe(all.length)
  expect(all.slice(1).every(({ solicited }) => !solicited)).toBe(true)
  const { items } = await read(world.openAssets({ feeds }))
  const item = items.find(({ tokenInfo }) => tokenInfo.address === garden)
  expect(item).toMatchObject({
    balance: 10n ** 30n,
    spamReasons: ['unlisted'],
  })
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
