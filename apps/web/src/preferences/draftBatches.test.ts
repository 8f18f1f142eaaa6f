import type { Address } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import {
  addToBatch,
  changeBatch,
  draftBatches,
  mostBatched,
  nameBatch,
  takeFromBatch,
} from './draftBatches.js'

const address: Address = '0x49d4450977E2c95362C13D3a31a09311E0Ea26A6'
const place = { chainId: 31337, address }
const call = (value: bigint) => ({
  to: address,
  value,
  data: '0xAB' as const,
  source: 'Send tokens',
})

beforeEach(() => draftBatches.remove(nameBatch(place)))

const readValues = async (where = place) =>
  (await draftBatches.read(nameBatch(where)))?.calls.map(({ value }) => value)

test('calls of a safe are kept in the order in which they came', async () => {
  expect(await addToBatch(place, [call(1n), call(2n)])).toBe(2)
  expect(await addToBatch(place, [call(3n)])).toBe(3)
  expect(await readValues()).toEqual([1n, 2n, 3n])
})

test('another chain has a batch of its own', async () => {
  await addToBatch(place, [call(1n)])
  expect(await readValues({ ...place, chainId: 31338 })).toBeUndefined()
})

test('what was proposed leaves the batch, each of it once', async () => {
  await addToBatch(place, [call(1n), call(1n), call(2n)])
  const taken = { ...call(1n), data: '0xab' as const }
  await takeFromBatch(place, [taken, call(9n)])
  expect(await readValues()).toEqual([1n, 2n])
  await takeFromBatch(place, [call(1n), call(2n)])
  expect(await readValues()).toBeUndefined()
})

test('a batch takes so many calls, and stays as it was beyond', async () => {
  await addToBatch(place, [call(1n)])
  const many = Array.from({ length: mostBatched }, () => call(2n))
  await expect(addToBatch(place, many)).rejects.toThrow(
    'A batch holds up to 500 calls.',
  )
  expect(await readValues()).toEqual([1n])
})

test('a changed batch is not the file any more, but keeps its name', async () => {
  const origin = { name: 'Payroll', document: { version: '1.0' } }
  await addToBatch(place, [call(1n)])
  await changeBatch(place, (batch) => ({ ...batch, origin }))
  const name = nameBatch(place)
  expect((await draftBatches.read(name))?.origin).toEqual(origin)
  await addToBatch(place, [call(2n)])
  expect((await draftBatches.read(name))?.origin).toEqual({ name: 'Payroll' })
})
