import { createClient } from '@covault/api'
import { afterEach, expect, test, vi } from 'vitest'
import { listEndpoints, listNodes } from '../trust/endpoint.js'
import { applyEnvironment } from './appConfig.js'
import { addOwnNetworks, readFolderConfig } from './folderConfig.js'

afterEach(() => vi.unstubAllGlobals())

function read(written: unknown) {
  vi.stubGlobal('fetch', async () => Response.json(written))
  const home = createClient({ baseUrl: 'http://127.0.0.1:4400' })
  return readFolderConfig(home, new AbortController().signal)
}

test('a network that the release knows needs its id and an RPC endpoint', async () => {
  const rpcUrl = 'https://node.example'
  const { chains, demo } = await read({
    chains: [{ chainId: 1, rpcUrl, name: 'Not Ethereum' }],
  })
  expect(chains).toMatchObject([
    { chainId: 1, rpcUrl, name: 'Ethereum', shortName: 'eth', local: false },
  ])
  expect(demo).toBeNull()
})

test('any other network says what it is, and never that it is local', async () => {
  const nativeCurrency = { name: 'Moon', symbol: 'MOON', decimals: 9 }
  const { chains } = await read({
    chains: [
      {
        ...{ chainId: 999_999, rpcUrl: 'https://x.example', local: true },
        ...{ name: 'Moonbase', shortName: 'moon', nativeCurrency },
      },
      { chainId: 999_998, rpcUrl: 'https://y.example' },
    ],
  })
  expect(chains[0]).toMatchObject({
    ...{ name: 'Moonbase', shortName: 'moon', nativeCurrency, local: false },
  })
  expect(chains[1]).toMatchObject({ name: 'Chain 999998', shortName: '999998' })
})

test('says where the file is wrong', async () => {
  await expect(read({ chains: [{ chainId: 'one' }] })).rejects.toThrow(
    'GET /chains.json is malformed at chains.0.chainId',
  )
})

const rpcUrl = 'https://own.example'

test('a network that was typed in stands beside those of the file', async () => {
  const { chains } = await read({ chains: [{ chainId: 1, rpcUrl }] })
  const described = { name: 'Moonbase', shortName: 'moon', symbol: 'MOON' }
  const all = addOwnNetworks(chains, [
    { chainId: 8453, rpcUrl },
    { chainId: 999_999, rpcUrl, described },
  ])
  expect(all).toEqual([
    ...chains,
    {
      ...{ chainId: 8453, rpcUrl, name: 'Base', shortName: 'base' },
      ...{ testnet: false, local: false, isOwn: true },
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    },
    {
      ...{ chainId: 999_999, rpcUrl, name: 'Moonbase', shortName: 'moon' },
      ...{ testnet: false, local: false, isOwn: true },
      nativeCurrency: { name: 'MOON', symbol: 'MOON', decimals: 18 },
    },
  ])
  // The reader's endpoint comes first and alone, as everywhere.
  const config = { version: '', chains: all, walletConnect: null, demo: null }
  const applied = applyEnvironment(config, { gatewayUrl: null, rpcUrls: [] })
  expect(applied.chains.map((chain) => listEndpoints(chain))).toEqual([
    [expect.anything(), expect.anything()],
    [{ source: 'own', url: rpcUrl }],
    [{ source: 'own', url: rpcUrl }],
  ])
  expect(applied.chains.map((chain) => listNodes(chain)[0].source)).toEqual([
    'release',
    'own',
    'own',
  ])
})

test('where both name a network, the file describes it and the reader’s RPC endpoint is asked', () => {
  const file = {
    ...{ chainId: 999_999, rpcUrl: 'https://file.example', name: 'Moon' },
    ...{ shortName: 'moon', testnet: true, local: false },
    nativeCurrency: { name: 'Moon', symbol: 'MOON', decimals: 9 },
  }
  const described = { name: 'Sun', shortName: 'sun', symbol: 'SUN' }
  expect(
    addOwnNetworks([file], [{ chainId: 999_999, rpcUrl, described }]),
  ).toEqual([{ ...file, rpcUrl, isOwn: true }])
})

test('a short name that another network has got since is not used', async () => {
  const { chains } = await read({
    chains: [{ chainId: 5, rpcUrl, shortName: 'moon' }],
  })
  const described = { name: 'Moonbase', shortName: 'moon', symbol: 'MOON' }
  const own = { chainId: 999_999, rpcUrl, described }
  expect(addOwnNetworks(chains, [own])[1]).toMatchObject({
    shortName: '999999',
  })
})

test('the file names no decimals and no short name that cannot be', async () => {
  const moon = { chainId: 999_999, rpcUrl }
  const currency = { name: 'Moon', symbol: 'MOON', decimals: 256 }
  await expect(
    read({ chains: [{ ...moon, nativeCurrency: currency }] }),
  ).rejects.toThrow('malformed at chains.0.nativeCurrency.decimals')
  for (const shortName of ['MOON', 'moon-', 'my moon'])
    await expect(read({ chains: [{ ...moon, shortName }] })).rejects.toThrow(
      'malformed at chains.0.shortName',
    )
})

test('of two typed-in networks with one name the second goes by its chain ID', () => {
  const described = { name: 'Moonbase', shortName: 'moon', symbol: 'MOON' }
  const all = addOwnNetworks(
    [],
    [
      { chainId: 999_998, rpcUrl, described },
      { chainId: 999_999, rpcUrl, described },
    ],
  )
  expect(all.map(({ name, shortName }) => [name, shortName])).toEqual([
    ['Moonbase', 'moon'],
    ['Chain 999999', '999999'],
  ])
})

test('a typed-in network never has the name of another one', async () => {
  const { chains } = await read({
    chains: [{ chainId: 5, rpcUrl, name: 'Moon Base' }],
  })
  const names = ['ETHEREUM', 'moon  base'].map((name) => {
    const described = { name, shortName: 'fake', symbol: 'ETH' }
    return addOwnNetworks(chains, [{ chainId: 999_999, rpcUrl, described }])[1]
      ?.name
  })
  expect(names).toEqual(['Chain 999999', 'Chain 999999'])
})
