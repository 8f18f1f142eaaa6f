import { createClient } from '@covault/api'
import { afterEach, expect, test, vi } from 'vitest'
import { readFolderConfig } from './folderConfig.js'

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
