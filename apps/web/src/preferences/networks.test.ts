// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { environment } from './environment.js'
import {
  mostNetworks,
  type NetworkFields,
  ownNetworks,
  readNetworkFields,
  saveOwnNetworks,
} from './networks.js'

afterEach(() => localStorage.clear())

const listed = [{ chainId: 100, name: 'Gnosis Chain', shortName: 'gno' }]
const moon: NetworkFields = {
  chainId: '999999',
  rpcUrl: 'https://node.example/key',
  name: 'Moonbase',
  shortName: 'moon',
  symbol: 'MOON',
}

function read(change: Partial<NetworkFields>) {
  return readNetworkFields({ ...moon, ...change }, listed)
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
      shortName: 'Enter a letter, then letters, digits and hyphens.',
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

test('what is stored in another form is not read', () => {
  const write = (value: unknown) =>
    localStorage.setItem('covault.v1.networks', JSON.stringify(value))
  const kept = { chainId: 1, rpcUrl: 'https://node.example' }
  write([kept])
  expect(ownNetworks.read()).toEqual([kept])
  const wrong: unknown[] = [
    [{ ...kept, rpcUrl: 'http://node.example' }],
    [{ ...kept, chainId: '1' }],
    [kept, { ...kept, rpcUrl: 'https://other.example' }],
    [{ ...kept, described: { name: '<b>', shortName: 'x', symbol: 'X' } }],
    Array.from({ length: mostNetworks + 1 }, (_, at) => ({
      ...kept,
      chainId: at + 1,
    })),
  ]
  for (const value of wrong) {
    write(value)
    expect(ownNetworks.read()).toEqual([])
  }
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
