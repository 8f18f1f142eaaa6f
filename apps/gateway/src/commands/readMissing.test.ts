import { multiSends, singletons } from '@covault/protocol'
import type { Address, Hex } from 'viem'
import { expect, test, vi } from 'vitest'
import type { ChainAccess } from '../chain/client.js'
import { createMissing } from './readMissing.js'

const chainId = 987_654

function open(getCode: (asked: { address: Address }) => Promise<Hex>) {
  const client = { getCode: vi.fn(getCode) }
  const log = { warn: vi.fn() }
  const chains = [{ chainId, client: client as never as ChainAccess['client'] }]
  return { client, log, readMissing: createMissing({ chains, log }) }
}

test('takes no other code for a published contract, and says what is missing', async () => {
  const { client, log, readMissing } = open(async () => '0x00')
  const missing = await readMissing(chainId)
  for (const { address } of [...singletons, ...multiSends])
    expect(missing.has(address)).toBe(true)
  const [{ contracts }] = log.warn.mock.calls[0] ?? [{}]
  expect(contracts).toContainEqual(expect.stringMatching(/^SafeL2 1\.4\.1 at/))
  const asked = client.getCode.mock.calls.length
  await readMissing(chainId)
  expect(client.getCode).toHaveBeenCalledTimes(asked)
})

test('asks no chain that the release knows', async () => {
  const { client, readMissing } = open(async () => '0x00')
  expect(await readMissing(1)).toEqual(new Set())
  expect(client.getCode).not.toHaveBeenCalled()
})

test('assumes nothing missing while a node is away, and asks it again', async () => {
  const { client, readMissing } = open(async () => {
    throw new Error('away')
  })
  expect(await readMissing(chainId)).toEqual(new Set())
  client.getCode.mockImplementation(async () => '0x00')
  expect((await readMissing(chainId)).size).toBeGreaterThan(0)
})
