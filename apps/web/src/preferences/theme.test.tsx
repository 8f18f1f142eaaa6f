import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { paintTheme } from '../head/theme.js'
import { useColorScheme, useThemeChoice } from './theme.js'

beforeEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

describe.each([
  { stored: null, system: 'light', scheme: 'light' },
  { stored: null, system: 'dark', scheme: 'dark' },
  { stored: null, system: 'none', scheme: 'dark' },
  { stored: 'system', system: 'light', scheme: 'light' },
  { stored: 'light', system: 'dark', scheme: 'light' },
  { stored: 'dark', system: 'light', scheme: 'dark' },
  { stored: '{"broken', system: 'none', scheme: 'dark' },
])('stored $stored on a system of $system', ({ stored, system, scheme }) => {
  beforeEach(() => {
    if (stored !== null) localStorage.setItem('covault.v1.theme', stored)
    setSystem(system)
  })

  test(`the page is ${scheme}`, () => {
    expect(renderHook(useColorScheme).result.current).toBe(scheme)
  })

  test(`the script before the first paint says ${scheme} too`, () => {
    paintTheme()
    expect(document.documentElement).toHaveAttribute(
      'data-mantine-color-scheme',
      scheme,
    )
  })
})

test('a choice is kept and every reader hears of it', () => {
  setSystem('light')
  const scheme = renderHook(useColorScheme)
  const choice = renderHook(useThemeChoice)
  expect(choice.result.current[0]).toBe('system')
  act(() => choice.result.current[1]('dark'))
  expect(choice.result.current[0]).toBe('dark')
  expect(scheme.result.current).toBe('dark')
  expect(localStorage.getItem('covault.v1.theme')).toBe('dark')
})

test('a choice in another tab is followed', () => {
  setSystem('dark')
  const scheme = renderHook(useColorScheme)
  act(() => {
    localStorage.setItem('covault.v1.theme', 'light')
    window.dispatchEvent(new StorageEvent('storage'))
  })
  expect(scheme.result.current).toBe('light')
})

function setSystem(system: string): void {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: media === `(prefers-color-scheme: ${system})`,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    }),
  )
}
