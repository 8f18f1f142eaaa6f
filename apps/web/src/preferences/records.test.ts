import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { defineRecords } from './records.js'

const records = defineRecords({ kind: 'test', schema: z.string() })
const others = defineRecords({ kind: 'other', schema: z.string() })

beforeEach(async () => {
  await records.remove('one')
})
afterEach(() => vi.unstubAllGlobals())

test('has in the same turn what was read ahead, and nothing else', async () => {
  await records.write('one', 'left')
  expect(records.findAhead('one')).toBeUndefined()
  const reading = records.readAhead('one')
  expect(records.findAhead('one')).toBeUndefined()
  await reading
  expect(records.findAhead('one')).toEqual({ value: 'left' })
  expect(others.findAhead('one')).toBeUndefined()
})

test('knows at once what has changed since it was read ahead', async () => {
  await records.write('one', 'left')
  await records.readAhead('one')
  const writing = records.write('one', 'changed')
  expect(records.findAhead('one')).toEqual({ value: 'changed' })
  await writing
  expect(records.findAhead('one')).toEqual({ value: 'changed' })
  await records.readAhead('one')
  expect(records.findAhead('one')).toEqual({ value: 'changed' })
})

test('what is changed while it is read ahead is not what was there before', async () => {
  await records.write('one', 'left')
  const reading = records.readAhead('one')
  const writing = records.write('one', 'changed')
  await reading
  expect(records.findAhead('one')).toEqual({ value: 'changed' })
  await writing
})

test('reads again what another tab has changed', async () => {
  await records.write('one', 'left')
  await records.readAhead('one')
  const otherTab = new BroadcastChannel('covault.v1.records')
  otherTab.postMessage('other')
  otherTab.postMessage('test')
  await vi.waitFor(() => expect(records.findAhead('one')).toBeUndefined())
  otherTab.close()
})
