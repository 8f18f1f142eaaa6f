import { demoAccounts, demoTokenAbi, runTransaction } from '@covault/devnet'
import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  multicall3Abi,
  numberToHex,
  parseEther,
  stringToHex,
} from 'viem'
import { expect, test } from 'vitest'
import { readTokens } from '../../assets/readTokens.js'
import { readStoredBalances } from '../../store/balances.js'
import { listSeenTokens } from '../../store/tokens.js'
import { type Answer, placeAnswering } from '../answeringContract.js'
import { transferTopics, word } from '../assetsWorld.js'
import {
  type BalancesSuite,
  dollar,
  feeds,
  garden,
  hostile,
  listedDollar,
  spam,
  withBalances,
} from '../balancesSuite.js'

const { stranger, dave } = demoAccounts
let world: BalancesSuite['world']
let read: BalancesSuite['read']

withBalances({ saltNonce: 610n }, (suite) => {
  ;({ world, read } = suite)
})

const symbols = ({ items }: Awaited<ReturnType<BalancesSuite['read']>>) =>
  items.map(({ tokenInfo }) => tokenInfo.symbol)

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
  const { balances: stored } = await readStoredBalances(world.chain.store, {
    chainId: 31337,
    safe: world.safe,
    block: everything.block.hash,
  })
  expect(stored?.tokens.find(({ token }) => token === spam)).toMatchObject({
    spamReasons: byAddress.get(spam)?.spamReasons,
  })
})

test('takes a symbol that looks like a listed one for an imitation', async () => {
  const usdc = { ...listedDollar, name: 'USD Coin', symbol: 'USDC' }
  const assets = world.openAssets({ listedTokens: [usdc] })
  const asked = { chainId: 31337, tokens: [hostile] }
  const token = (await readTokens(assets, asked)).get(hostile)
  expect(token).toMatchObject({ trusted: false, spam: true })
  expect(token?.spamReasons).toContain('imitates-listed')
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
