import type { MessageFinding } from '@covault/protocol'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isDanger, useUnseen } from './useUnseen.js'

const finding = (severity: MessageFinding['severity']): MessageFinding => ({
  id: 'message-permit',
  severity,
  title: 'A permit',
  many: { one: '', other: '' },
  sentence: 'Mallory can take everything.',
  words: ['Mallory can take everything.'],
})

/** What the browser tells of the notes that are observed at the moment. */
let watched = new Map<Element, IntersectionObserverCallback>()

class ObservedByHand {
  readonly #callback: IntersectionObserverCallback
  constructor(callback: IntersectionObserverCallback) {
    this.#callback = callback
  }
  observe(target: Element) {
    watched.set(target, this.#callback)
  }
  unobserve(target: Element) {
    watched.delete(target)
  }
  disconnect() {
    for (const [target, callback] of watched)
      if (callback === this.#callback) watched.delete(target)
  }
}

beforeEach(() => {
  watched = new Map()
  vi.stubGlobal('IntersectionObserver', ObservedByHand)
  stubWidth(true)
  document.body.innerHTML = `
    <div data-finding="danger"><p>A permit</p><p>Its sentence</p></div>
    <div data-finding="warning"><p>Another network</p></div>
    <div data-finding="info"><p>A first payment</p></div>`
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

test('lists warnings and dangers until their first and last lines were on screen', () => {
  const { result } = renderHook(() => useUnseen('0x01', findings))
  expect(result.current).toHaveLength(2)
  show('A permit', 1)
  expect(result.current.filter(isDanger)).toHaveLength(1)
  show('Its sentence', 0.4)
  expect(result.current.filter(isDanger)).toHaveLength(1)
  show('Its sentence', 1)
  expect(result.current.filter(isDanger)).toEqual([])
  show('Another network', 1)
  expect(result.current).toEqual([])
})

test('lists the same findings again for another hash', () => {
  const { result, rerender } = renderHook(
    ({ hash }) => useUnseen(hash, findings),
    { initialProps: { hash: '0x01' as const } },
  )
  for (const line of lines) show(line, 1)
  expect(result.current).toEqual([])
  rerender({ hash: '0x01' })
  expect(result.current).toEqual([])
  rerender({ hash: '0x02' as '0x01' })
  expect(result.current).toHaveLength(2)
})

test('lists a finding again whose level has changed', () => {
  const { result, rerender } = renderHook(
    ({ severity }: { severity: 'warning' | 'danger' }) =>
      useUnseen('0x01', [finding(severity)]),
    { initialProps: { severity: 'warning' } },
  )
  for (const line of lines) show(line, 1)
  expect(result.current).toEqual([])
  rerender({ severity: 'danger' })
  expect(result.current).toHaveLength(2)
})

test('counts a line as read that is taller than the screen and fills a third of it', () => {
  const { result } = renderHook(() => useUnseen('0x01', findings))
  show('Another network', 0.4, 300)
  expect(result.current.every(isDanger)).toBe(true)
})

test('lists nothing on a wide screen, which has the findings beside the text', () => {
  stubWidth(false)
  const { result } = renderHook(() => useUnseen('0x01', findings))
  expect(result.current).toEqual([])
})

const findings = [finding('danger')]
const lines = ['A permit', 'Its sentence', 'Another network']

function stubWidth(isPhone: boolean) {
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: isPhone }),
  )
}

/** The screen is 600 pixels high. */
function show(text: string, intersectionRatio: number, height = 20) {
  for (const [target, callback] of [...watched])
    if (target.textContent === text)
      act(() =>
        callback(
          [
            {
              target,
              intersectionRatio,
              intersectionRect: { height },
              rootBounds: { height: 600 },
            } as IntersectionObserverEntry,
          ],
          {} as IntersectionObserver,
        ),
      )
}
