import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  demoAccounts,
  demoCollectibleAbi,
  demoItemsAbi,
  getDemoContractAddress,
} from '@covault/devnet'
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  keccak256,
  pad,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Assets } from '../../assets/assets.js'
import { readCollectiblesPage } from '../../assets/readCollectibles.js'
import { type Answer, placeAnswering } from '../answeringContract.js'
import {
  type AssetsWorld,
  openAssetsWorld,
  transferTopics,
  word,
} from '../assetsWorld.js'
import { watchConnections } from '../watchConnections.js'

// Chain, database and other tests share few cores.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const { stranger } = demoAccounts
const rings = getDemoContractAddress('rings')
const items = getDemoContractAddress('items')

let world: AssetsWorld

const mintRing = (to: Address) =>
  world.send(
    rings,
    encodeFunctionData({
      abi: demoCollectibleAbi,
      functionName: 'mint',
      args: [to],
    }),
  )
const read = (
  assets: Assets,
  changes: Partial<Parameters<typeof readCollectiblesPage>[1]> = {},
) =>
  readCollectiblesPage(assets, {
    chainId: 31337,
    safe: world.safe,
    trusted: false,
    excludeSpam: true,
    limit: 10,
    ...changes,
  })

/** A collection that says the safe owns number 1, with metadata at `uri`. */
async function placeCollection(
  address: Address,
  uri: string,
  changes: Record<string, Answer> = {},
) {
  const topics = [
    ...transferTopics(stranger.address, world.safe),
    word(1n),
  ] as const
  await world.log(address, topics)
  const text = (value: string) =>
    encodeAbiParameters([{ type: 'string' }], [value])
  await placeAnswering(world.devnet, {
    address,
    answers: {
      'name()': text('Collection'),
      'symbol()': text('COL'),
      'ownerOf(uint256)': pad(world.safe),
      'tokenURI(uint256)': text(uri),
      ...changes,
    },
  })
}

beforeAll(async () => {
  world = await openAssetsWorld({ saltNonce: 700n })
  await mintRing(world.safe)
  await mintRing(stranger.address)
  await mintRing(world.safe)
  await world.send(
    items,
    encodeFunctionData({
      abi: demoItemsAbi,
      functionName: 'mint',
      args: [world.safe, 7n, 12n],
    }),
  )
  await world.follow()
})
afterAll(() => world.stop())

test('shows what is owned, with pictures drawn on the chain', async () => {
  const assets = world.openAssets()
  const page = await read(assets)
  expect(page).toMatchObject({ count: 3, next: null })
  const ring = page.items.find(
    ({ address, id }) => address === rings && id === 1n,
  )
  expect(ring).toMatchObject({
    tokenName: 'Rings',
    tokenSymbol: 'RING',
    name: 'Rings #1',
    description: 'Drawn by the contract itself.',
    amount: 1n,
    trusted: false,
    metadata: { name: 'Rings #1' },
  })
  expect(ring?.imageUri).toMatch(/^data:image\/svg\+xml;base64,/)
  expect(page.items.find(({ address }) => address === items)).toMatchObject({
    id: 7n,
    amount: 12n,
    tokenName: '',
    name: 'Demo item',
    imageUri: null,
  })
})

test('asks no node twice about one block', async () => {
  const assets = world.openAssets()
  const first = await read(assets)
  const before = world.countQuestions()
  expect(await read(assets)).toEqual(first)
  expect(world.countQuestions()).toBe(before)
})

test('goes from page to page without gap or repetition', async () => {
  const assets = world.openAssets()
  const whole = (await read(assets)).items.map(
    ({ address, id }) => `${address}:${id}`,
  )
  const found: string[] = []
  let after: string | undefined
  do {
    const page = await read(assets, { limit: 1, after })
    expect(page.count).toBe(3)
    found.push(...page.items.map(({ address, id }) => `${address}:${id}`))
    after = page.next ?? undefined
  } while (after)
  expect(found).toEqual(whole)
  expect((await read(assets, { after: 'nonsense' })).items).toHaveLength(3)
  const second = await read(assets, { limit: 1, offset: 1 })
  expect(second.items.map(({ address, id }) => `${address}:${id}`)).toEqual([
    whole[1],
  ])
  const end = `0x${'f'.repeat(40)}:0`
  expect((await read(assets, { after: end })).items).toEqual([])
})

test('shows only what is listed when only that is wanted', async () => {
  const listed = {
    chainId: 31337,
    address: rings,
    name: 'Rings',
    symbol: 'RING',
    decimals: 0,
    logoUri: null,
  }
  await world.follow()
  const assets = world.openAssets({ listedTokens: [listed] })
  const page = await read(assets, { trusted: true })
  expect(page.count).toBe(2)
  expect(page.items.every(({ trusted }) => trusted)).toBe(true)
})

test('forgets what left and believes no log that the contract denies', async () => {
  await world.devnet.impersonate(world.safe, async (from) => {
    await world.devnet.client.setBalance({ address: from, value: 10n ** 18n })
    await world.devnet.client.sendTransaction({
      account: from,
      to: rings,
      data: encodeFunctionData({
        abi: demoCollectibleAbi,
        functionName: 'transferFrom',
        args: [from, stranger.address, 3n],
      }),
      gas: 500_000n,
    })
  })
  const forger = getAddress(`0x${'f0'.repeat(20)}`)
  await placeCollection(forger, '', {
    'ownerOf(uint256)': pad(stranger.address),
  })
  const silentOne = getAddress(`0x${'f1'.repeat(20)}`)
  await placeCollection(silentOne, '', { 'ownerOf(uint256)': 'loop' })
  await world.follow()
  const page = await read(world.openAssets(), { excludeSpam: false })
  expect(page.items.map(({ address, id }) => [address, id])).toEqual(
    expect.arrayContaining([
      [rings, 1n],
      [items, 7n],
    ]),
  )
  expect(page.count).toBe(2)
  // Each later reading would burn its gas again.
  await placeAnswering(world.devnet, { address: silentOne, answers: {} })
})

test('S63, scenario 22: makes no connection into the own network, whatever a token names', async () => {
  const seen: string[] = []
  const server: Server = createServer((request, response) => {
    seen.push(request.url ?? '')
    response.setHeader('content-type', 'application/json')
    response.end('{"name":"secret"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const uris = [
    `http://127.0.0.1:${port}/a`,
    `https://127.0.0.1:${port}/b`,
    `https://localhost:${port}/c`,
    'http://169.254.169.254/latest/meta-data',
    'https://169.254.169.254/latest/meta-data',
    `https://[::ffff:127.0.0.1]:${port}/d`,
    'https://127.0.0.1/f',
    'https://10.0.0.1/g',
    'https://[::1]/h',
    `https://rebind.example/e`,
    'file:///etc/passwd',
  ]
  for (const [index, uri] of uris.entries())
    await placeCollection(
      getAddress(`0x${(0xa0 + index).toString(16).repeat(20)}`),
      uri,
    )
  await world.follow()
  const closed = await read(world.openAssets(), { limit: 100 })
  const collections = ({ items: shown }: typeof closed) =>
    shown.filter(({ tokenSymbol }) => tokenSymbol === 'COL')
  expect(collections(closed)).toHaveLength(uris.length)
  expect(collections(closed).every(({ name }) => name === null)).toBe(true)
  // What nobody answers would be no request, and an attempt all the same.
  const connections = watchConnections([80, 443, port])
  const open = await read(
    world.openAssets(
      { outboundChainIds: new Set([31337]) },
      { resolve: async () => ['127.0.0.1'] },
    ),
    { limit: 100 },
  ).finally(connections.stop)
  expect(connections.tried).toEqual([])
  expect(collections(open).every(({ name }) => name === null)).toBe(true)
  expect(new Set(collections(open).map(({ flaw }) => flaw))).toEqual(
    new Set(['unknown-scheme', 'not-fetched']),
  )
  expect(collections(open).map(({ uri }) => uri)).toEqual(uris)
  expect(seen).toEqual([])
  await new Promise((resolve) => server.close(resolve))
})

test('knows old collections, which log ids where amounts belong', async () => {
  const address = getAddress(`0x${'d0'.repeat(20)}`)
  await world.log(
    address,
    transferTopics(stranger.address, world.safe),
    word(5n),
  )
  const { client } = world.devnet
  const bytecode = (await client.getCode({ address: rings })) ?? '0x'
  await client.setCode({ address, bytecode })
  // Mapping `holders` of DemoCollectible.
  const index = keccak256(concat([word(5n), word(6n)]))
  await client.setStorageAt({ address, index, value: pad(world.safe) })
  await world.follow()
  const page = await read(world.openAssets(), { limit: 100 })
  expect(page.items.find((item) => item.address === address)).toMatchObject({
    id: 5n,
    amount: 1n,
    name: '#5',
  })
})

test('puts the id of many of a kind into their address', async () => {
  const address = getAddress(`0x${'e0'.repeat(20)}`)
  const text = (value: string) =>
    encodeAbiParameters([{ type: 'string' }], [value])
  const single =
    '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
  await world.log(
    address,
    [single, pad(stranger.address), pad(zeroAddress), pad(world.safe)],
    `${word(0xabcn)}${word(3n).slice(2)}`,
  )
  await placeAnswering(world.devnet, {
    address,
    answers: {
      'balanceOf(address,uint256)': word(3n),
      'uri(uint256)': text('data:application/json,{"name":"No. {id}"}'),
    },
  })
  await world.follow()
  const page = await read(world.openAssets(), { limit: 100 })
  expect(page.items.find((item) => item.address === address)).toMatchObject({
    id: 0xabcn,
    amount: 3n,
    name: `No. ${'abc'.padStart(64, '0')}`,
  })
})
