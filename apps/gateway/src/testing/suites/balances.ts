import { demoAccounts, runTransaction } from '@covault/devnet'
import {
  type Address,
  getAddress,
  numberToHex,
  parseEther,
  zeroAddress,
} from 'viem'
import { expect, test } from 'vitest'
import { readTokens } from '../../assets/readTokens.js'
import { readCursor } from '../../store/cursors.js'
import { announce } from '../../store/outbox.js'
import { placeAnswering } from '../answeringContract.js'
import { word } from '../assetsWorld.js'
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
  let minutes = 0
  const now = () => new Date(Date.now() + minutes * 60_000)
  const assets = world.openAssets(
    { listedTokens: [listedDollar], feeds },
    { now },
  )
  const together = await read(assets, { excludeSpam: false })
  for (const other of ['0x', '0x60006000fd', '0x60206000f3'] as const) {
    await client.setCode({ address, bytecode: other })
    await world.follow()
    minutes++
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

const rebasing = getAddress(numberToHex(0x2eba5e, { size: 20 }))
const rebase = (amount: bigint) =>
  placeAnswering(world.devnet, {
    address: rebasing,
    answers: { 'balanceOf(address)': word(amount) },
  })
const listed = { listedTokens: [{ ...listedDollar, address: rebasing }] }
const amountOf = (
  { items }: Awaited<ReturnType<typeof read>>,
  token: Address,
): bigint | undefined =>
  items.find(({ tokenInfo }) => tokenInfo.address === token)?.balance

/** What nodes were asked meanwhile, beside who they are. */
async function listAsked(work: () => Promise<unknown>): Promise<string[]> {
  const before = world.countQuestions()
  await work()
  const asked = world.listQuestions().slice(before)
  return asked.filter((method) => method !== 'eth_chainId')
}

test('at a block in which nothing of the safe moved, only the native amount is asked for', async () => {
  const assets = world.openAssets(listed)
  const { client } = world.devnet
  const { safe: address } = world
  await rebase(5n)
  let balances = await read(assets)
  await client.setBalance({ address, value: parseEther('2.5') })
  await world.follow()
  const asked = await listAsked(async () => {
    balances = await read(assets)
  })
  expect(asked).toEqual(['eth_getBalance'])
  const cursor = await readCursor(world.chain.store, 31337)
  expect(balances.block).toMatchObject({ hash: cursor?.hash })
  expect(amountOf(balances, zeroAddress)).toBe(parseEther('2.5'))
  expect(amountOf(balances, rebasing)).toBe(5n)
  expect(await listAsked(() => read(assets))).toEqual([])
  await client.setBalance({ address, value: parseEther('1.5') })
  await world.follow()
  expect(amountOf(await read(assets), zeroAddress)).toBe(parseEther('1.5'))
})

test('whatever is known of the safe makes its amounts new at once', async () => {
  const assets = world.openAssets(listed)
  const { store } = world.chain
  let amount = 10n
  /** Without a log; then something happens, and a block. */
  const changeAfter = async (work: () => Promise<unknown>) => {
    const before = amountOf(await read(assets), rebasing)
    amount++
    await rebase(amount)
    await world.follow()
    expect(amountOf(await read(assets), rebasing)).toBe(before)
    await work()
    expect(amountOf(await read(assets), rebasing)).toBe(amount)
  }
  await rebase(amount)
  await read(world.openAssets({ listedTokens: [] }))
  await changeAfter(async () => {
    await mint(garden, 1n)
    await world.follow()
    expect(amountOf(await read(assets), garden)).toBe(10n ** 30n + 2n)
  })
  await changeAfter(async () => {
    await runTransaction(world.devnet, world.deployed, {
      plan: { to: stranger.address },
      signers: [demoAccounts.alice],
    })
    await world.follow()
  })
  // Found in the past, at the same block.
  await changeAfter(announcePast)
  await changeAfter(() => read(world.openAssets({ listedTokens: [] })))
  // Of one that nobody follows, nobody says what changes.
  const follow = (followed: boolean) =>
    store.updateTable('watch').set({ followed }).execute()
  await changeAfter(() => follow(false))
  await follow(true)
  // Undone were blocks without anything of the safe.
  const snapshot = await world.devnet.snapshot()
  await world.follow()
  await changeAfter(async () => {
    await world.devnet.revert(snapshot)
    await rebase(amount)
    await world.devnet.mine(3)
    await world.follow()
  })
})

const announcePast = () =>
  announce(world.chain.store, {
    chainId: 31337,
    changes: [
      { safe: world.safe, kind: 'balance', ref: null, block: 1n, from: 1n },
    ],
  })

test('a reading in which a token went missing is made again at the next block', async () => {
  const assets = world.openAssets(listed)
  await rebase(30n)
  await world.follow()
  await announcePast()
  expect(amountOf(await read(assets), rebasing)).toBe(30n)
  await world.devnet.client.setCode({ address: rebasing, bytecode: '0x' })
  await announcePast()
  await world.follow()
  expect(amountOf(await read(assets), rebasing)).toBeUndefined()
  await rebase(30n)
  await world.follow()
  expect(amountOf(await read(assets), rebasing)).toBe(30n)
})

test('what changes without a log is seen within a minute, also without a new block', async () => {
  let seconds = 0
  const start = Date.now()
  const now = () => new Date(start + seconds * 1_000)
  const assets = world.openAssets(listed, { now })
  await rebase(20n)
  await world.follow()
  await read(world.openAssets({ listedTokens: [] }))
  expect(await read(assets)).toMatchObject({ mostMs: Number.POSITIVE_INFINITY })
  await rebase(21n)
  await world.follow()
  seconds = 59
  const balances = await read(assets)
  expect(amountOf(balances, rebasing)).toBe(20n)
  expect(balances.mostMs).toBe(1_000)
  seconds = 60
  expect(amountOf(await read(assets), rebasing)).toBe(21n)
  // Read at this block, it stays true of it.
  seconds = 600
  expect(await listAsked(() => read(assets))).toEqual([])
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
