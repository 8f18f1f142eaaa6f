import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from './config.js'

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covault-config-'))
  file = join(folder, 'covault.config.json')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const read = async (content: string, ...args: string[]) => {
  await writeFile(file, content)
  return readConfig(['--config', file, ...args], {})
}
const oneChain = (chain: object) => JSON.stringify({ chains: [chain] })

test('fills in what a known chain is called', async () => {
  const config = await read(
    oneChain({ chainId: 11155111, rpcUrls: ['https://rpc.example'] }),
  )
  expect(config.chains[0]).toMatchObject({
    name: 'Sepolia',
    shortName: 'sep',
    testnet: true,
  })
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 4400,
    dataFolder: join(folder, '.covault'),
    databaseUrl: undefined,
  })
})

test('names an unknown chain by its id, with Ether and 18 decimals', async () => {
  const config = await read(
    oneChain({ chainId: 987654, rpcUrls: ['http://127.0.0.1:1'] }),
  )
  expect(config.chains[0]).toMatchObject({
    name: 'Chain 987654',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  })
})

test('knows of an unknown chain what most chains have', async () => {
  const config = await read(
    oneChain({ chainId: 987654, rpcUrls: ['http://127.0.0.1:1'] }),
  )
  expect(config.chains[0]).toMatchObject({
    l2: true,
    multicall3Address: '0xcA11bde05977b3631167028862bE2a173976CA11',
    recommendedVersion: '1.4.1',
    blockExplorer: undefined,
    features: expect.arrayContaining(['ERC721', 'EIP1271', 'TX_SIMULATION']),
  })
})

const told = {
  name: 'New Chain',
  shortName: 'new',
  description: 'A chain of tomorrow',
  nativeCurrency: { name: 'Newton', symbol: 'NEW', decimals: 12 },
  testnet: true,
  l2: false,
  features: ['ERC721', 'A_WORD_OF_OTHERS'],
  multicall3Address: '0x00000000000000000000000000000000000000C3',
  ensRegistryAddress: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
  recommendedVersion: '1.3.0',
  blockExplorer: {
    name: 'Scan',
    address: 'https://scan.example/a/{{address}}',
    txHash: 'https://scan.example/t/{{txHash}}',
    api: 'https://scan.example/api',
  },
  theme: { textColor: '#000000', backgroundColor: '#00ff00' },
}

test.each([987654, 1])(
  'lets the operator win over what is known of chain %i',
  async (chainId) => {
    const gasPrice = [{ type: 'fixed', weiValue: '7' }]
    const rpcUrls = ['http://127.0.0.1:1']
    const config = await read(oneChain({ chainId, rpcUrls, gasPrice, ...told }))
    expect(config.chains[0]).toMatchObject({
      ...told,
      gasPrice: [{ type: 'fixed', weiValue: 7n }],
    })
  },
)

test('reads where the price of gas comes from, in both vocabularies', async () => {
  const oracle = {
    uri: 'https://gas.example/now',
    gasParameter: 'fast',
    gweiFactor: '1000000000.0',
  }
  const gasPrice = [
    { type: 'ORACLE', ...oracle },
    { type: 'FIXED_1559', maxFeePerGas: '9', maxPriorityFeePerGas: '1' },
    { type: 'UNKNOWN' },
  ]
  const rpcUrls = ['http://127.0.0.1:1']
  const { chains } = await read(
    oneChain({ chainId: 987654, rpcUrls, gasPrice }),
  )
  expect(chains[0]?.gasPrice).toEqual([
    { type: 'oracle', ...oracle },
    { type: 'fixed1559', maxFeePerGas: 9n, maxPriorityFeePerGas: 1n },
    { type: 'unknown' },
  ])
})

test('takes websockets as RPC endpoints, and as nothing else', async () => {
  const sockets = {
    rpcUrls: ['wss://rpc.example/key', 'ws://127.0.0.1:8546'],
    publicRpcUrl: 'wss://public.example',
  }
  const config = await read(oneChain({ chainId: 1, ...sockets }))
  expect(config.chains[0]).toMatchObject(sockets)
  const hints = oneChain({ chainId: 1, ...sockets, hints: 'wss://x.example' })
  await expect(read(hints)).rejects.toThrow(/hints/)
})

test('lets the command line win over the file', async () => {
  const content = oneChain({ chainId: 1, rpcUrls: ['https://rpc.example'] })
  const config = await read(content, '--port', '5000', '--data', folder)
  expect(config).toMatchObject({ port: 5000, dataFolder: folder })
})

test.each([
  ['{', /is not valid JSON/],
  ['{}', /chains/],
  ['{"chains":[]}', /chains/],
  [oneChain({ chainId: 1, rpcUrls: [] }), /rpcUrls/],
  [oneChain({ chainId: 1, rpcUrls: ['ftp://x'] }), /rpcUrls/],
  [oneChain({ chainId: 1, rpcUrls: ['https://x'], typo: 1 }), /typo/],
  [
    oneChain({
      chainId: 1,
      rpcUrls: ['https://x'],
      publicRpcUrl: 'https://user:secret@x',
    }),
    /must not hold a user name/,
  ],
  [
    oneChain({
      chainId: 1,
      rpcUrls: ['https://x'],
      rpcAuthentication: 'API_KEY_PATH',
    }),
    /rpcAuthentication but no publicRpcUrl/,
  ],
  [
    oneChain({
      chainId: 1,
      rpcUrls: ['https://x'],
      blockExplorer: { name: 'S', address: 'https://x', txHash: 'https://x' },
    }),
    /Must contain \{\{address\}\}/,
  ],
  [
    oneChain({ chainId: 1, rpcUrls: ['https://x'], publicRpcUrl: 'x' }),
    /publicRpcUrl/,
  ],
  [
    oneChain({
      chainId: 1,
      rpcUrls: ['https://x'],
      gasPrice: [
        { type: 'oracle', uri: 'x', gasParameter: 'fast', gweiFactor: '1' },
      ],
    }),
    /gasPrice\[0\]\.uri/,
  ],
  [
    oneChain({
      chainId: 1,
      rpcUrls: ['https://x'],
      blockExplorer: { name: 'S', address: 'https://x/%', txHash: 'https://x' },
    }),
    /Must contain \{\{address\}\}/,
  ],
])('refuses %s and says where', async (content, message) => {
  await expect(read(content)).rejects.toThrow(message)
})

test.each([
  [[{ chainId: 1 }, { chainId: 1 }], /Chain 1 is listed twice/],
  [
    [
      { chainId: 987654, shortName: 'x' },
      { chainId: 7, shortName: 'x' },
    ],
    /Chains 987654 and 7 share the short name "x"/,
  ],
  // Browsers call a chain that the release knows as the release does.
  [
    [
      { chainId: 1, shortName: 'main' },
      { chainId: 987654, shortName: 'eth' },
    ],
    /share the short name "eth"/,
  ],
])('refuses chains that cannot be told apart: %j', async (chains, message) => {
  const rpcUrls = ['http://127.0.0.1:1']
  const entries = chains.map((chain) => ({ ...chain, rpcUrls }))
  await expect(read(JSON.stringify({ chains: entries }))).rejects.toThrow(
    message,
  )
})

test('takes the token of a hint source from the environment alone', async () => {
  const chain = {
    chainId: 1,
    rpcUrls: ['http://127.0.0.1:1'],
    hints: 'https://service.example/tx-service/eth',
    hintsTokenFrom: 'COVAULT_HINTS_TOKEN',
  }
  const readWith = async (more: object, token?: string) => {
    await writeFile(file, oneChain({ ...chain, ...more }))
    const environment = { COVAULT_HINTS_TOKEN: token }
    return (await readConfig(['--config', file], environment)).chains[0]
  }
  expect(await readWith({}, 'secret')).toMatchObject({ hintsToken: 'secret' })
  await expect(readWith({})).rejects.toThrow('which is not set')
  for (const [more, message] of [
    [{ hintsTokenFrom: 'DATABASE_URL' }, 'must begin with COVAULT_'],
    [{ hints: 'http://a.example' }, 'must begin with https://'],
    [{ hints: undefined }, 'hintsTokenFrom but no hints'],
  ] as const)
    await expect(readWith(more, 'secret')).rejects.toThrow(message)
})

test('refuses to follow a safe on a chain that is not served', async () => {
  const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
  const chains = [{ chainId: 1, rpcUrls: ['http://127.0.0.1:1'] }]
  const following = { safes: [{ chainId: 10, address }] }
  await expect(read(JSON.stringify({ chains, following }))).rejects.toThrow(
    `following.safes has ${address} on chain 10`,
  )
})

test('splits the work only over a shared database', async () => {
  const content = oneChain({ chainId: 31337, rpcUrls: ['http://127.0.0.1:1'] })
  await expect(read(content, '--role', 'api')).rejects.toThrow('DATABASE_URL')
  await expect(read(content, '--role', 'both')).rejects.toThrow('--role must')
  const environment = { DATABASE_URL: 'postgres://db.example/covault' }
  const args = ['--config', file, '--role', 'indexer']
  const config = await readConfig(args, environment)
  expect(config.role).toBe('indexer')
})

test('sends traces where OpenTelemetry says, with its headers, and nowhere by itself', async () => {
  await writeFile(
    file,
    oneChain({ chainId: 31337, rpcUrls: ['http://127.0.0.1:1'] }),
  )
  const readWith = async (endpoint?: string, headers?: string) => {
    const { traces } = await readConfig(['--config', file], {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: headers,
    })
    return traces
  }
  const endpoint = 'https://collector.example/otlp/'
  const url = 'https://collector.example/otlp/v1/traces'
  expect(await readWith()).toBeUndefined()
  expect(await readWith(undefined, 'a=b')).toBeUndefined()
  expect(await readWith(endpoint)).toEqual({ url, headers: {} })
  expect(await readWith(endpoint, 'api-key=a%20b==, x-scope=2')).toEqual({
    url,
    headers: { 'api-key': 'a b==', 'x-scope': '2' },
  })
  await expect(readWith('collector')).rejects.toThrow('is not an address')
  const refused = readWith(endpoint, 'not a name=hidden')
  await expect(refused).rejects.toThrow('must be a list')
  await expect(refused).rejects.not.toThrow('hidden')
})

test('finds the safes of every owner on local chains', async () => {
  const isOn = async (chainId: number) => {
    const rpcUrls = ['http://127.0.0.1:1']
    return (await read(oneChain({ chainId, rpcUrls }))).chains[0]?.factoryMode
  }
  expect(await isOn(31337)).toBe(true)
  expect(await isOn(1)).toBe(false)
})

test('lets tokens make us ask other hosts, but not on local chains', async () => {
  const chains = [1, 31337].map((chainId) => ({
    chainId,
    rpcUrls: ['http://127.0.0.1:1'],
  }))
  const allowed = async (outbound: object) => {
    const { assets } = await read(JSON.stringify({ chains, outbound }))
    return [...assets.outboundChainIds]
  }
  expect(await allowed({})).toEqual([1])
  expect(await allowed({ access: false })).toEqual([])
  expect(await allowed({ access: true })).toEqual([1, 31337])
})

test('reads token lists that lie beside it', async () => {
  const chain = { chainId: 1, rpcUrls: ['http://127.0.0.1:1'] }
  const content = JSON.stringify({ chains: [chain], tokenLists: ['list.json'] })
  await expect(read(content)).rejects.toThrow('list.json cannot be read')
  const token = {
    chainId: 1,
    address: '0x6b175474e89094c44da98b954eedeac495271d0f',
    name: 'Dai',
    symbol: 'DAI',
    decimals: 18,
  }
  const list = { name: 'Mine', version: { major: 1 }, tokens: [token] }
  await writeFile(join(folder, 'list.json'), JSON.stringify(list))
  const { assets } = await read(content)
  expect(assets.listedTokens).toEqual([
    {
      ...token,
      address: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
      logoUri: null,
    },
  ])
  const broken = { tokens: [{ ...token, decimals: 256 }] }
  await writeFile(join(folder, 'list.json'), JSON.stringify(broken))
  await expect(read(content)).rejects.toThrow('decimals')
})

test.each([
  [{ constants: [{ asset: 'JPY', usd: '-1' }] }, /above 0/],
  [{ constants: [{ asset: 'XXX', usd: '1' }] }, /asset/],
  [{ http: [{ url: 'https://prices.example', chains: {} }] }, /\{coins\}/],
])('refuses prices %j and says where', async (prices, message) => {
  const chain = { chainId: 1, rpcUrls: ['http://127.0.0.1:1'] }
  await expect(
    read(JSON.stringify({ chains: [chain], prices })),
  ).rejects.toThrow(message)
})

test('says that a file cannot be read', async () => {
  await expect(readConfig(['--config', '/nowhere.json'], {})).rejects.toThrow(
    'The configuration /nowhere.json cannot be read.',
  )
})

test('accepts the example file', async () => {
  const example = new URL(
    '../../../covault.config.example.json',
    import.meta.url,
  )
  const config = await readConfig(['--config', fileURLToPath(example)], {})
  const names = config.chains.map(({ name }) => name)
  expect(names).toEqual(['Ethereum', 'Sepolia', 'New Chain'])
})

test.each([
  [{ host: '0.0.0.0' }, {}, /Set access.publicUrl/],
  [
    { host: '0.0.0.0', access: { publicUrl: 'https://safe.example' } },
    { DATABASE_URL: 'postgres://covault:postgres@db/covault' },
    /password is empty or well known/,
  ],
  [
    { host: '::', access: { publicUrl: 'https://safe.example' } },
    { COVAULT_METRICS_TOKEN: 'short' },
    /COVAULT_METRICS_TOKEN of 5 characters/,
  ],
])(
  'S62: refuses to be reached by others with %j and %j',
  async (more, environment, message) => {
    const chains = [{ chainId: 1, rpcUrls: ['https://rpc.example'] }]
    await writeFile(file, JSON.stringify({ chains, ...more }))
    await expect(readConfig(['--config', file], environment)).rejects.toThrow(
      message,
    )
  },
)

test('listens for others where the address and the secrets are given', async () => {
  const chains = [{ chainId: 1, rpcUrls: ['https://rpc.example'] }]
  const access = {
    publicUrl: 'https://safe.example/',
    origins: ['https://app.example/path'],
    trustedProxies: ['10.0.0.0/8', 'loopback'],
  }
  await writeFile(file, JSON.stringify({ chains, host: '0.0.0.0', access }))
  const config = await readConfig(['--config', file], {
    DATABASE_URL: 'postgres://covault:a-long-one-of-its-own@db/covault',
  })
  expect(config.access).toMatchObject({
    publicUrl: 'https://safe.example',
    origins: ['https://app.example'],
    trustedProxies: ['10.0.0.0/8', 'loopback'],
    rateLimits: { requestsPerMinute: 6_000 },
  })
})
