import { multiSends, singletons } from '@covault/protocol'
import type { Hex } from 'viem'
import { expect, test, vi } from 'vitest'
import type { RpcCall } from '../chain/rpcEndpoint.js'
import type { RpcPool } from '../chain/rpcPool.js'
import { createMissing } from './readMissing.js'
import { createPinnedContracts } from './readPinnedContracts.js'

const chainId = 987_654

function open(getCode: () => Promise<Hex>) {
  const node = { getCode: vi.fn(getCode) }
  const batch = (calls: readonly RpcCall[]) =>
    Promise.all(calls.map(async () => ({ result: await node.getCode() })))
  const firstPool = {
    use: (action: (rpc: object) => Promise<unknown>) => action({ batch }),
  } as RpcPool
  const log = { warn: vi.fn() }
  const chains = [{ chainId, firstPool }]
  return {
    node,
    log,
    readMissing: createMissing({ chains, log }),
    readPinned: createPinnedContracts(chains),
  }
}

test('takes no other code for a published contract, and says what is missing', async () => {
  const { node, log, readMissing } = open(async () => '0x00')
  const missing = await readMissing(chainId)
  for (const { address } of [...singletons, ...multiSends])
    expect(missing.has(address)).toBe(true)
  const [{ contracts }] = log.warn.mock.calls[0] ?? [{}]
  expect(contracts).toContainEqual(expect.stringMatching(/^SafeL2 1\.4\.1 at/))
  const asked = node.getCode.mock.calls.length
  await readMissing(chainId)
  expect(node.getCode).toHaveBeenCalledTimes(asked)
})

test('asks no chain that the release knows', async () => {
  const { node, readMissing } = open(async () => '0x00')
  expect(await readMissing(1)).toEqual(new Set())
  expect(node.getCode).not.toHaveBeenCalled()
})

test('assumes nothing missing while a node is away, and asks it again', async () => {
  const { node, readMissing } = open(async () => {
    throw new Error('away')
  })
  expect(await readMissing(chainId)).toEqual(new Set())
  node.getCode.mockImplementation(async () => '0x00')
  expect((await readMissing(chainId)).size).toBeGreaterThan(0)
})

test('pins nothing while a node is away, for all who ask at once', async () => {
  const { node, readPinned } = open(async () => {
    throw new Error('away')
  })
  const [one, other] = await Promise.all([1, 2].map(() => readPinned(chainId)))
  expect(other).toEqual(one)
  const asked = node.getCode.mock.calls.length
  node.getCode.mockImplementation(async () => '0x00')
  await readPinned(chainId)
  expect(node.getCode.mock.calls.length).toBeGreaterThan(asked)
})
