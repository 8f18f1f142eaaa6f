// @vitest-environment jsdom
import { formatPrefixedAddress, parsePrefixedAddress } from '@covault/protocol'
import { afterEach, expect, test } from 'vitest'
import { environment } from './environment.js'
import {
  addNetwork,
  isTaken,
  mostNetworks,
  type NetworkFields,
  ownNetworks,
  readNetworkFields,
  saveOwnNetworks,
} from './networks.js'

afterEach(() => localStorage.clear())

const safe = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const shortNameRule =
  'Enter up to 32 lowercase letters, digits and hyphens. Start with a letter and end with a letter or digit.'
const listed = [{ chainId: 100, name: 'Gnosis Chain', shortName: 'gno' }]
const moon: NetworkFields = {
  chainId: '999999',
  rpcUrl: 'https://node.example/key',
  name: 'Moonbase',
  shortName: 'moon',
  symbol: 'MOON',
}

function read(change: Partial<NetworkFields>) {
  return readNetworkFields({ ...moon, ...change }, { listed, own: [] })
}

test('a network that the release knows needs its chain ID and an RPC URL', () => {
  expect(
    read({ chainId: ' 8453 ', name: '', shortName: '', symbol: '' }),
  ).toEqual({
    network: { chainId: 8453, rpcUrl: 'https://node.example/key' },
  })
  // What was typed of it before does not count.
  expect(read({ chainId: '1' })).toEqual({
    network: { chainId: 1, rpcUrl: 'https://node.example/key' },
  })
})

test('any other network needs a name, a short name and a symbol', () => {
  expect(read({})).toEqual({
    network: {
      chainId: 999_999,
      rpcUrl: 'https://node.example/key',
      described: { name: 'Moonbase', shortName: 'moon', symbol: 'MOON' },
    },
  })
  expect(read({ name: ' ', shortName: '1', symbol: '' })).toEqual({
    mistakes: {
      name: 'Enter a name of up to 40 letters and digits.',
      shortName: shortNameRule,
      symbol: 'Enter the symbol, such as ETH.',
    },
  })
})

test('names each mistake at its field', () => {
  expect(read({ chainId: 'one' })).toMatchObject({
    mistakes: { chainId: 'Enter the chain ID as a whole number.' },
  })
  expect(read({ chainId: '0' })).toHaveProperty('mistakes.chainId')
  expect(read({ chainId: '9007199254740993' })).toHaveProperty(
    'mistakes.chainId',
  )
  expect(read({ chainId: '100' })).toEqual({
    mistakes: {
      chainId:
        'Gnosis Chain is already listed. You can change its RPC endpoint below.',
    },
  })
  for (const rpcUrl of ['', 'http://node.example', 'https://me:pass@x.example'])
    expect(read({ rpcUrl })).toHaveProperty('mistakes.rpcUrl')
  expect(read({ rpcUrl: 'http://127.0.0.1:8545' })).toHaveProperty('network')
})

test('a short name leads to one network only', () => {
  for (const shortName of ['eth', 'gno'])
    expect(read({ shortName })).toEqual({
      mistakes: {
        shortName: `Another network has the short name ${shortName}.`,
      },
    })
})

test('a short name is one that links can carry', () => {
  for (const shortName of ['MOON', 'Moon', 'moon-', '-moon', '1moon', 'мун'])
    expect(read({ shortName })).toEqual({
      mistakes: { shortName: shortNameRule },
    })
  for (const shortName of ['m', 'moon-1', 'm'.repeat(32)]) {
    expect(read({ shortName })).toHaveProperty('network')
    const text = formatPrefixedAddress({ shortName, address: safe })
    expect(parsePrefixedAddress(text)).toEqual({ shortName, address: safe })
  }
})

test('a name in other letters of the same look or case is taken', () => {
  const names = ['Ethereum', ' ethereum ', 'gnosis  CHAIN', 'Ｅthereum']
  for (const name of names)
    expect(read({ name })).toEqual({
      mistakes: {
        name: `Another network is called ${name.replace(/\s+/g, ' ').trim()}. Enter a different name.`,
      },
    })
  expect(isTaken('ETH', [])).toBe(true)
  expect(isTaken('GNO', listed)).toBe(true)
})

test('names and symbols hold nothing that cannot be seen', () => {
  for (const blank of ['\u3164', '\uFFA0', '\u115F', '\u1160', '\u200B']) {
    expect(read({ name: `Ethereum${blank}` })).toEqual({
      mistakes: { name: 'Enter a name of up to 40 letters and digits.' },
    })
    expect(read({ symbol: `ETH${blank}` })).toEqual({
      mistakes: { symbol: 'Enter the symbol, such as ETH.' },
    })
  }
})

test('names that another tab has stored since are taken', () => {
  const described = { name: 'Moonbase', shortName: 'moon', symbol: 'MOON' }
  const rpcUrl = 'https://node.example'
  const readBeside = (chainId: number) =>
    readNetworkFields(moon, { listed, own: [{ chainId, rpcUrl, described }] })
  expect(readBeside(999_998)).toEqual({
    mistakes: {
      name: 'Another network is called Moonbase. Enter a different name.',
      shortName: 'Another network has the short name moon.',
    },
  })
  // An entry for the same chain is replaced.
  expect(readBeside(999_999)).toHaveProperty('network')
})

test('a network takes the place of an entry for the same chain', () => {
  const [one, other] = [
    { chainId: 1, rpcUrl: 'https://one.example' },
    { chainId: 2, rpcUrl: 'https://two.example' },
  ] as const
  const again = { ...one, rpcUrl: 'https://again.example' }
  expect(addNetwork([one, other], again)).toEqual([other, again])
  const many = Array.from({ length: mostNetworks }, (_, at) => ({
    ...one,
    chainId: at + 1,
  }))
  expect(addNetwork(many, again)).toHaveLength(mostNetworks)
  expect(() => addNetwork(many, { ...one, chainId: 999 })).toThrow(
    'You can add up to 20 networks.',
  )
})

test('what cannot be read costs no other network', () => {
  const readBack = (value: unknown) => {
    localStorage.setItem('covault.v1.networks', JSON.stringify(value))
    return ownNetworks.read()
  }
  const kept = { chainId: 1, rpcUrl: 'https://node.example' }
  const other = { chainId: 2, rpcUrl: 'https://node.example' }
  expect(readBack([kept])).toEqual([kept])
  for (const wrong of [
    { ...other, rpcUrl: 'http://node.example' },
    { ...other, chainId: '2' },
    null,
  ])
    expect(readBack([wrong, kept])).toEqual([kept])
  // Of two for one chain the one that was typed in last counts.
  const later = { ...kept, rpcUrl: 'https://other.example' }
  expect(readBack([kept, other, later])).toEqual([later, other])
  for (const shortName of ['MOON', 'moon-', '<b>'])
    expect(
      readBack([
        { ...other, described: { name: 'Moon', shortName, symbol: 'X' } },
      ]),
    ).toEqual([other])
  const many = Array.from({ length: mostNetworks + 1 }, (_, at) => ({
    ...kept,
    chainId: at + 1,
  }))
  expect(readBack(many)).toHaveLength(mostNetworks)
  expect(readBack({})).toEqual([])
})

test('forgets the servers that were chosen for a network before', () => {
  const chosen = [
    { chainId: 1, url: 'https://one.example' },
    { chainId: 100, url: 'https://hundred.example' },
  ]
  environment.write({
    gatewayUrl: null,
    rpcUrls: chosen,
    secondUrls: chosen,
  })
  saveOwnNetworks([{ chainId: 1, rpcUrl: 'https://typed.example' }])
  expect(environment.read()).toEqual({
    gatewayUrl: null,
    rpcUrls: [chosen[1]],
    secondUrls: [chosen[1]],
  })
  expect(ownNetworks.read()).toHaveLength(1)
})

test('forgets them also where another RPC URL is typed in for the network', () => {
  saveOwnNetworks([{ chainId: 1, rpcUrl: 'https://one.example' }])
  const chosen = [{ chainId: 1, url: 'https://chosen.example' }]
  environment.write({ gatewayUrl: null, rpcUrls: chosen })
  saveOwnNetworks([{ chainId: 1, rpcUrl: 'https://one.example' }])
  expect(environment.read().rpcUrls).toEqual(chosen)
  saveOwnNetworks([{ chainId: 1, rpcUrl: 'https://two.example' }])
  expect(environment.read().rpcUrls).toEqual([])
})
