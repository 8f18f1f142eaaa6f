import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'

/** What the reader asked for; `system` follows the machine. */
export type ThemeChoice = z.infer<typeof themeChoice>
export type ColorScheme = 'light' | 'dark'

const themeChoice = z.enum(['light', 'dark', 'system'])

/** head/theme.ts reads the same key before the first paint. */
const storageKey = 'covault.v1.theme'

// A write does not raise the storage event in the tab that made it.
const written = new EventTarget()

export function useThemeChoice(): [ThemeChoice, (choice: ThemeChoice) => void] {
  return [useSyncExternalStore(subscribe, readThemeChoice), writeThemeChoice]
}

export function useColorScheme(): ColorScheme {
  return useSyncExternalStore(subscribe, readColorScheme)
}

function readColorScheme(): ColorScheme {
  if (onPaper().matches) return 'light'
  const choice = readThemeChoice()
  if (choice !== 'system') return choice
  return prefersLight().matches ? 'light' : 'dark'
}

export function readThemeChoice(): ThemeChoice {
  return checkThemeChoice(readStorage()) ?? 'system'
}

/** The value if it is a choice, from a file perhaps. */
export function checkThemeChoice(value: unknown): ThemeChoice | undefined {
  const checked = themeChoice.safeParse(value)
  return checked.success ? checked.data : undefined
}

export function writeThemeChoice(choice: ThemeChoice): void {
  try {
    localStorage.setItem(storageKey, choice)
  } catch {
    // Storage is full or forbidden: the choice lasts as long as the page.
    memory = choice
  }
  written.dispatchEvent(new Event('change'))
}

let memory: ThemeChoice | undefined

function readStorage(): unknown {
  try {
    return memory ?? localStorage.getItem(storageKey)
  } catch {
    return memory
  }
}

function subscribe(onChange: () => void): () => void {
  const sources = [prefersLight(), onPaper(), written]
  window.addEventListener('storage', onChange)
  for (const source of sources) source.addEventListener('change', onChange)
  return () => {
    window.removeEventListener('storage', onChange)
    for (const source of sources) source.removeEventListener('change', onChange)
  }
}

/** Paper is white, and browsers leave the dark ground out. */
function onPaper(): MediaQueryList {
  return window.matchMedia('print')
}

// Asked for light, not for dark: a system without a preference gets dark.
function prefersLight(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: light)')
}
