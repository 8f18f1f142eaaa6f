import type { Call } from '@covault/protocol'
import type { Address } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import {
  addToBatch,
  changeBatch,
  draftBatches,
  mostBatched,
  nameBatch,
  savedBatches,
} from '../../preferences/draftBatches.js'
import { startReplacement } from './startReplacement.js'

const address: Address = '0x49d4450977E2c95362C13D3a31a09311E0Ea26A6'
const place = { chainId: 31337, address }
const pay: Call = { to: address, value: 5n, data: '0x', operation: 0 }
const call: Call = { to: address, value: 0n, data: '0xabcd', operation: 0 }
const aside = '31337:Draft before replacing nonce 9'

beforeEach(async () => {
  await draftBatches.remove(nameBatch(place))
  await savedBatches.remove(aside)
  await savedBatches.remove(`${aside} (2)`)
})

const readData = async () =>
  (await draftBatches.read(nameBatch(place)))?.calls.map(({ data }) => data)

test('a replacement begins with the calls of the batch, in their order', async () => {
  await startReplacement(place, { calls: [pay, call], nonce: '9' })
  expect(await readData()).toEqual(['0x', '0xabcd'])
})

test('what was changed in the replacement stays after a reload', async () => {
  await startReplacement(place, { calls: [pay, call], nonce: '9' })
  await changeBatch(place, (batch) => ({
    ...batch,
    calls: batch.calls.slice(0, 1),
  }))
  await startReplacement(place, { calls: [pay, call], nonce: '9' })
  expect(await readData()).toEqual(['0x'])
})

test('another draft is saved under a name of its own, not lost', async () => {
  const readSaved = async (name: string) =>
    (await savedBatches.read(name))?.calls.map(({ data }) => data)
  for (const data of ['0x1234', '0x5678'] as const) {
    await draftBatches.remove(nameBatch(place))
    const added = { to: address, value: 1n, data, source: 'Send tokens' }
    await addToBatch(place, [added])
    await startReplacement(place, { calls: [pay, call], nonce: '9' })
    expect(await readData()).toEqual(['0x', '0xabcd'])
  }
  expect(await readSaved(aside)).toEqual(['0x1234'])
  expect(await readSaved(`${aside} (2)`)).toEqual(['0x5678'])
})

test('more calls than a draft holds leave the draft as it was', async () => {
  const calls = Array.from({ length: mostBatched + 1 }, () => call)
  await startReplacement(place, { calls, nonce: '9' })
  expect(await readData()).toBeUndefined()
})
