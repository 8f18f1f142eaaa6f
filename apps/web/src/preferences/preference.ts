import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { parseJson } from '../lib/parseJson.js'

/** One thing this browser remembers, under `covault.v1.<name>`. */
export type Preference<Value> = {
  readonly name: string
  read(): Value
  write(value: Value): void
  /** Forgets it; the next read answers with the fallback. */
  clear(): void
  /** The value if it is one of this kind, from a file perhaps. */
  check(value: unknown): Value | undefined
  /** Hears of its changes, in this tab and in others. */
  subscribe(onChange: () => void): () => void
}

const prefix = 'covault.v1.'
const keptPrefix = `${prefix}kept.`

/** Who hears of a change, by key; under no key those who hear of every one. */
const listeners = new Map<string, Set<() => void>>()
/** What could not be stored lasts as long as the page. */
const memory = new Map<string, string>()

export function definePreference<Value>({
  name,
  schema,
  fallback,
}: {
  name: string
  schema: z.ZodMiniType<Value>
  fallback: Value
}): Preference<Value> {
  const key = `${prefix}${name}`
  // The same text gives the same object, or React would never come to rest.
  let last: { text: string | null; value: Value } = {
    text: null,
    value: fallback,
  }
  const parse = (text: string | null): Value => {
    if (text === null) return fallback
    const value = z.safeParse(schema, parseJson(text))
    if (value.success) return value.data
    keepAside(name, text)
    return fallback
  }
  return {
    name,
    read() {
      const text = readText(key)
      if (text !== last.text) last = { text, value: parse(text) }
      return last.value
    },
    write(value) {
      writeText(key, JSON.stringify(value))
    },
    clear() {
      writeText(key, null)
    },
    check(value) {
      const checked = z.safeParse(schema, value)
      return checked.success ? checked.data : undefined
    },
    subscribe: (onChange) => subscribe(key, onChange),
  }
}

export function usePreference<Value>(preference: Preference<Value>): Value {
  return useSyncExternalStore(preference.subscribe, preference.read)
}

/**
 * The same care for a library that stores JSON of its own under our prefix:
 * what it could not read it never sees, and it is kept.
 */
export function createJsonStorage(
  isReadable: (key: string, value: unknown) => boolean,
) {
  return {
    getItem(key: string): string | null {
      const text = readText(key)
      if (text === null || isReadable(key, parseJson(text))) return text
      keepAside(key.slice(prefix.length), text)
      writeText(key, null)
      return null
    },
    setItem: (key: string, text: string) => writeText(key, text),
    removeItem: (key: string) => writeText(key, null),
  }
}

/** Hears of every change, in this tab and in others. */
export function subscribePreferences(onChange: () => void): () => void {
  return subscribe('', onChange)
}

/** A page has hundreds of readers, and most changes concern few of them. */
function subscribe(key: string, onChange: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', announceStored)
  const those = listeners.get(key) ?? new Set()
  listeners.set(key, those.add(onChange))
  return () => those.delete(onChange)
}

/** Other tabs say which text changed, or that all of them are gone. */
function announceStored({ key }: StorageEvent): void {
  for (const one of key === null ? [...listeners.keys()] : [key, ''])
    announce(one)
}

function announce(key: string): void {
  for (const onChange of [...(listeners.get(key) ?? [])]) onChange()
}

/** Text that was stored, could not be read and was not thrown away. */
export type Kept = { key: string; name: string; text: string }

export function listKept(): Kept[] {
  return listKeys()
    .filter((key) => key.startsWith(keptPrefix))
    .map((key) => ({
      key,
      name: key.slice(keptPrefix.length).replace(/\.\d+$/, ''),
      text: readText(key) ?? '',
    }))
}

export function removeKept(key: string): void {
  if (key.startsWith(keptPrefix)) writeText(key, null)
}

/** Names and sizes of all we store, for diagnostics; never the contents. */
export function measureStorage(): { name: string; characters: number }[] {
  return listKeys()
    .filter((key) => key.startsWith(prefix))
    .map((key) => ({
      name: key.slice(prefix.length),
      characters: readText(key)?.length ?? 0,
    }))
}

function keepAside(name: string, text: string): void {
  const kept = listKept().filter((entry) => entry.name === name)
  if (kept.some((entry) => entry.text === text)) return
  const key = `${keptPrefix}${name}.${kept.length + 1}`
  try {
    localStorage.setItem(key, text)
  } catch {
    memory.set(key, text)
  }
}

function readText(key: string): string | null {
  try {
    return memory.get(key) ?? localStorage.getItem(key)
  } catch {
    return memory.get(key) ?? null
  }
}

function writeText(key: string, text: string | null): void {
  memory.delete(key)
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // Storage is full or forbidden: it lasts as long as the page.
    if (text !== null) memory.set(key, text)
  }
  // A write does not raise the storage event in the tab that made it.
  announce(key)
  announce('')
}

function listKeys(): string[] {
  const stored = (() => {
    try {
      return Object.keys(localStorage)
    } catch {
      return []
    }
  })()
  return [...new Set([...stored, ...memory.keys()])].sort()
}
