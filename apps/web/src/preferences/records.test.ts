import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { defineRecords } from './records.js'

const records = defineRecords({ kind: 'test', schema: z.string() })
const others = defineRecords({ kind: 'other', schema: z.string() })

beforeEach(async () => {
  await records.remove('one')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

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
  await waitFor(() => expect(records.findAhead('one')).toBeUndefined())
  otherTab.close()
})

test('does not take for nothing what could not be read', async () => {
  const answer = <Result>(result: Result) => {
    const request = { result, onsuccess: () => undefined }
    queueMicrotask(() => request.onsuccess())
    return request
  }
  const opened = {
    transaction: vi
      .fn(() => ({ objectStore: () => ({ get: () => answer('left') }) }))
      .mockImplementationOnce(() => {
        throw new DOMException('The database is closing.')
      }),
    onclose: () => undefined,
  }
  vi.stubGlobal('indexedDB', { open: () => answer(opened) })
  await records.readAhead('two')
  expect(records.findAhead('two')).toBeUndefined()
  await records.readAhead('two')
  expect(records.findAhead('two')).toEqual({ value: 'left' })
  opened.onclose()
  expect(records.findAhead('two')).toBeUndefined()
})

test('reads again where the page comes back from the memory of the browser', async () => {
  await records.write('one', 'left')
  await records.readAhead('one')
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(records.findAhead('one')).toBeUndefined()
})
