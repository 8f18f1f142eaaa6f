import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { environment } from './environment.js'
import { forgetBrowser } from './forgetBrowser.js'

type Removal = Partial<
  Record<'onsuccess' | 'onblocked' | 'onerror', () => void>
>

/** What was still in localStorage when a database was deleted, by its name. */
let left: Map<string, number>

/** What jsdom lacks: one database closes when it is told to, the other never. */
beforeEach(() => {
  left = new Map()
  vi.stubGlobal('indexedDB', {
    databases: async () => [{ name: 'ours' }, { name: 'a library’s' }],
    deleteDatabase: (name: string) => {
      left.set(name, localStorage.length)
      const removal: Removal = {}
      queueMicrotask(() =>
        name === 'ours' ? removal.onsuccess?.() : removal.onblocked?.(),
      )
      return removal
    },
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

test('comes to its end while a database is held, with everything else gone', async () => {
  localStorage.setItem('covault.v1.addressBook', '[]')
  sessionStorage.setItem('covault.v1.tested', '{}')
  await forgetBrowser()
  expect(localStorage).toHaveLength(0)
  expect(sessionStorage).toHaveLength(0)
  expect([...left]).toEqual([
    ['ours', 0],
    ['a library’s', 0],
  ])
})

test('is heard in every tab before the databases go, also where nothing was stored', async () => {
  const heard: number[] = []
  const stop = environment.subscribe(() => heard.push(left.size))
  let stored = 0
  vi.spyOn(Storage.prototype, 'clear').mockImplementationOnce(function (
    this: Storage,
  ) {
    stored = this.length
  })
  await forgetBrowser()
  stop()
  expect(heard[0]).toBe(0)
  // A browser tells other tabs only of a store that was not empty.
  expect(stored).toBeGreaterThan(0)
})
