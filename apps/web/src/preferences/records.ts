import {
  type Query,
  type QueryClient,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { askAgain } from '../lib/askAgain.js'
import { openStore } from './openStore.js'

/**
 * What must outlive a page and is too much for localStorage: drafts, pending
 * work, signatures on their way. One IndexedDB store; the key of a record is
 * its kind and its own name. Where the browser forbids it, records last as
 * long as the page.
 */
export type Records<Value> = {
  kind: string
  read(name: string): Promise<Value | undefined>
  /** Reads it now, so that `findAhead` has it in the turn that needs it. */
  readAhead(name: string): Promise<void>
  /** What was read ahead, with all changes since; undefined: nothing was. */
  findAhead(name: string): { value: Value | undefined } | undefined
  /** Those that can be read; what cannot is left where it is. */
  list(): Promise<{ name: string; value: Value }[]>
  write(name: string, value: Value): Promise<void>
  /** All of them or, where the page goes away meanwhile, none. */
  writeAll(records: readonly { name: string; value: Value }[]): Promise<void>
  remove(name: string): Promise<void>
}

const databaseName = 'covault.v1.records'
/** What was read ahead, by key; what is still on its way has nothing in it. */
const ahead = new Map<string, { stored?: unknown; isThere: boolean }>()
const database = openStore(databaseName, 'records', () => ahead.clear())

export function defineRecords<Value>({
  kind,
  schema,
}: {
  kind: string
  schema: z.ZodMiniType<Value>
}): Records<Value> {
  const parse = (stored: unknown) => {
    const parsed = z.safeParse(schema, stored)
    return parsed.success ? parsed.data : undefined
  }
  return {
    kind,
    read: async (name) => parse(await readOne(`${kind}/${name}`)),
    readAhead: (name) => readAhead(`${kind}/${name}`),
    findAhead: (name) => {
      const found = ahead.get(`${kind}/${name}`)
      return found?.isThere ? { value: parse(found.stored) } : undefined
    },
    list: async () =>
      (await readAll(`${kind}/`)).flatMap(({ key, stored }) => {
        const value = parse(stored)
        const name = key.slice(kind.length + 1)
        return value === undefined ? [] : [{ name, value }]
      }),
    write: (name, value) => change(kind, [[name, value]]),
    writeAll: (records) =>
      change(
        kind,
        records.map(({ name, value }) => [name, value]),
      ),
    remove: (name) => change(kind, [[name, undefined]]),
  }
}

/** The records of a kind, as they are; undefined until they are read. */
export function useRecords<Value>(
  records: Records<Value>,
): { name: string; value: Value }[] | undefined {
  const queries = useQueryClient()
  const { kind } = records
  useEffect(() => readAgain(queries, kind), [queries, kind])
  const { data } = useQuery({
    queryKey: ['records', kind],
    queryFn: () => records.list(),
    staleTime: 0,
  })
  return data
}

/** With every change of a kind, what shows it. */
export function readAgain(queries: QueryClient, kind: string): () => void {
  const isOfKind = ({ queryKey: [source, ...kinds] }: Query) =>
    source === 'records' && kinds.includes(kind)
  return subscribe(kind, () => void askAgain(queries, isOfKind))
}

/** Hears of every change of a kind, in this tab and in others. */
function subscribe(kind: string, onChange: () => void): () => void {
  const { news } = openChannel()
  news.addEventListener(kind, onChange)
  return () => news.removeEventListener(kind, onChange)
}

type Channel = { news: EventTarget; tell: (kind: string) => void }
let channel: Channel | undefined

function openChannel(): Channel {
  if (channel) return channel
  const news = new EventTarget()
  const others =
    typeof BroadcastChannel === 'undefined'
      ? undefined
      : new BroadcastChannel(databaseName)
  const announce = (kind: string) => news.dispatchEvent(new Event(kind))
  // A page that comes back from the browser's memory has heard nothing.
  if (typeof window !== 'undefined')
    window.addEventListener(
      'pageshow',
      ({ persisted }) => persisted && ahead.clear(),
    )
  others?.addEventListener('message', ({ data }) => {
    for (const key of ahead.keys())
      if (key.startsWith(`${data}/`)) ahead.delete(key)
    announce(String(data))
  })
  channel = {
    news,
    tell: (kind) => {
      announce(kind)
      others?.postMessage(kind)
    },
  }
  return channel
}

/** Used where IndexedDB is full or forbidden. */
const memory = new Map<string, unknown>()

async function readOne(key: string): Promise<unknown> {
  if (memory.has(key)) return memory.get(key)
  return database.read((store) => store.get(key))
}

async function readAhead(key: string): Promise<void> {
  if (ahead.has(key)) return
  // Other tabs say when they change it.
  openChannel()
  const asked = { isThere: false }
  ahead.set(key, asked)
  const stored = await readOne(key)
  if (ahead.get(key) === asked) ahead.set(key, { stored, isThere: true })
}

async function readAll(
  prefix: string,
): Promise<{ key: string; stored: unknown }[]> {
  const range = () => IDBKeyRange.bound(prefix, `${prefix}\uffff`)
  // Both at once: the first draw waits for what was known before.
  const [keys, found] = await Promise.all([
    database.read((store) => store.getAllKeys(range())),
    database.read((store) => store.getAll(range())),
  ])
  const kept = (keys ?? []).map((key, index) => ({
    key: String(key),
    stored: found?.[index],
  }))
  const held = [...memory]
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, stored]) => ({ key, stored }))
  return [...kept, ...held]
}

/** Undefined takes a record away. What is changed at once is one transaction. */
async function change(
  kind: string,
  named: readonly (readonly [name: string, value: unknown])[],
): Promise<void> {
  const changes = named.map(
    ([name, value]) => [`${kind}/${name}`, value] as const,
  )
  for (const [key, stored] of changes) {
    memory.delete(key)
    if (ahead.has(key)) ahead.set(key, { stored, isThere: true })
  }
  const isKept = await database.change((store) => {
    for (const [key, value] of changes)
      if (value === undefined) store.delete(key)
      else store.put(value, key)
  })
  for (const [key, value] of changes) {
    if (isKept) continue
    // What could not be taken away is still there.
    if (value === undefined) ahead.delete(key)
    else memory.set(key, value)
  }
  openChannel().tell(kind)
}
