import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import {
  definePreference,
  listKept,
  measureStorage,
  removeKept,
  subscribePreferences,
  usePreference,
} from './preference.js'

const schema = z.array(z.string())
const define = () =>
  definePreference<readonly string[]>({ name: 'test', schema, fallback: [] })

beforeEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

test('is stored under its version and name', () => {
  const preference = define()
  expect(preference.read()).toEqual([])
  preference.write(['a'])
  expect(localStorage.getItem('covault.v1.test')).toBe('["a"]')
  expect(define().read()).toEqual(['a'])
  preference.clear()
  expect(preference.read()).toEqual([])
})

test('the same text is the same object', () => {
  const preference = define()
  preference.write(['a'])
  expect(preference.read()).toBe(preference.read())
})

test('every reader in this tab and in others follows', () => {
  const preference = define()
  const { result } = renderHook(() => usePreference(preference))
  act(() => preference.write(['here']))
  expect(result.current).toEqual(['here'])
  act(() => {
    localStorage.setItem('covault.v1.test', '["there"]')
    window.dispatchEvent(new StorageEvent('storage'))
  })
  expect(result.current).toEqual(['there'])
})

test('a change concerns those who read what changed, and no others', () => {
  const preference = define()
  const other = definePreference({ name: 'other', schema, fallback: [] })
  const heard = vi.fn()
  const leave = other.subscribe(heard)
  const change = (key: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key }))
  preference.write(['a'])
  change('covault.v1.test')
  expect(heard).not.toHaveBeenCalled()
  other.write(['b'])
  change('covault.v1.other')
  // All of it was cleared.
  change(null)
  expect(heard).toHaveBeenCalledTimes(3)
  leave()
  other.clear()
  expect(heard).toHaveBeenCalledTimes(3)
})

test('whoever looks at all that is stored hears of every change', () => {
  const heard = vi.fn()
  const leave = subscribePreferences(heard)
  define().write(['a'])
  window.dispatchEvent(
    new StorageEvent('storage', { key: 'covault.v1.kept.test.1' }),
  )
  expect(heard).toHaveBeenCalledTimes(2)
  leave()
})

test.each(['{broken', '{"not":"a list"}', '[1]', ''])(
  'what cannot be read, %s, is kept aside and does not block',
  (text) => {
    localStorage.setItem('covault.v1.test', text)
    const preference = define()
    expect(preference.read()).toEqual([])
    preference.write(['new'])
    expect(listKept()).toEqual([
      { key: 'covault.v1.kept.test.1', name: 'test', text },
    ])
    expect(define().read()).toEqual(['new'])
  },
)

test('each broken text is kept once, and until it is removed', () => {
  for (const text of ['one', 'two', 'one']) {
    localStorage.setItem('covault.v1.test', text)
    define().read()
  }
  expect(listKept().map(({ text }) => text)).toEqual(['one', 'two'])
  removeKept('covault.v1.kept.test.1')
  expect(listKept().map(({ text }) => text)).toEqual(['two'])
})

test('only what was kept can be removed that way', () => {
  define().write(['a'])
  removeKept('covault.v1.test')
  expect(define().read()).toEqual(['a'])
})

test('without storage it lasts as long as the page', () => {
  const preference = define()
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full')
  })
  preference.write(['kept in mind'])
  expect(preference.read()).toEqual(['kept in mind'])
  vi.restoreAllMocks()
  preference.clear()
  expect(preference.read()).toEqual([])
})

test('the sizes of what is stored can be told without the contents', () => {
  define().write(['secret'])
  expect(measureStorage()).toEqual([{ name: 'test', characters: 10 }])
})
