import { expect, test } from 'vitest'
import { readConfig } from './config.js'

const key = 'https://rpc.example/v2/s3cr3t'

const read = (network: string, environment: NodeJS.ProcessEnv) =>
  readConfig(['--network', network, '--data', 'd'], environment)

test.each([
  ['mainnet', 1],
  ['eth', 1],
  ['sepolia', 11155111],
  ['sep', 11155111],
  ['100', 100],
])('%s needs no file, only an RPC endpoint', async (network, chainId) => {
  const { chains } = await read(network, {
    COVAULT_RPC_URL: ` ${key}\nhttp://127.0.0.1:8545 wss://rpc.example/s3cr3t`,
  })
  expect(chains).toEqual([
    expect.objectContaining({
      chainId,
      rpcUrls: [key, 'http://127.0.0.1:8545', 'wss://rpc.example/s3cr3t'],
    }),
  ])
})

test('without an RPC endpoint it says what to get and where it goes', async () => {
  const refused = expect(read('mainnet', {})).rejects
  await refused.toThrow(/No RPC endpoint for Ethereum/)
  await expect(read('sepolia', { COVAULT_RPC_URL: ' ' })).rejects.toThrow(
    'COVAULT_RPC_URL',
  )
})

test('a wrong address is never repeated', async () => {
  const wrong = read('mainnet', { COVAULT_RPC_URL: `${key} ftp://s3cr3t` })
  await expect(wrong).rejects.toThrow('https://, http://, wss:// or ws://')
  await expect(wrong).rejects.not.toThrow('s3cr3t')
})

test('local and unknown networks, and two sources, are refused', async () => {
  for (const name of ['local1', '31337', 'nowhere'])
    await expect(read(name, { COVAULT_RPC_URL: key })).rejects.toThrow(
      `Network "${name}" is unknown`,
    )
  await expect(
    readConfig(['--network', 'eth', '--config', 'c'], {}),
  ).rejects.toThrow('not both')
  await expect(readConfig(['--frobnicate'], {})).rejects.toThrow('frobnicate')
})
