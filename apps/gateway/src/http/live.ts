import type { LiveEventName, LiveEventWire, SafeReference } from '@covault/api'
import type { Logger } from 'pino'
import { listenToOutbox } from '../store/listen.js'
import type { Store } from '../store/openStore.js'
import {
  letGoRef,
  listChangesOf,
  pruneOutbox,
  readOutboxBounds,
  type StoredChange,
} from '../store/outbox.js'
import { createOutboxReader } from './outboxReader.js'

/**
 * What one process tells its streams. It reads the outbox once for all of
 * them; `position` is the last change all streams have been told of.
 */
export type LiveHub = {
  /** Settles when all that has changed until now is told. */
  ready(): Promise<void>
  open(stream: LiveStream): Promise<void>
  close(stream: LiveStream): void
  /** How many streams are open. */
  count(): number
  /**
   * Whatever is asked for from now on has the changes up to this one in it,
   * also where another process answers; undefined: not known yet.
   */
  position(): string | undefined
  stop(): Promise<void>
}

export type LiveStream = {
  safes: readonly SafeReference[]
  /** Changes up to this one were seen; undefined: begin with the next. */
  lastEventId: string | undefined
  isOpen(): boolean
  write(text: string): void
  end(): void
}

type Subscriber = {
  stream: LiveStream
  /** Changes up to this one were written, or are no longer missed. */
  seen: bigint
  /** What comes while what was missed is still being read. */
  waiting: ShownChange[] | undefined
}

/** Reading everything again is cheaper than being told of more than this. */
const mostMissed = 1_000
const weekSeconds = 7 * 24 * 60 * 60

export function createLiveHub(parameters: {
  store: Store
  databaseUrl: string
  log: Logger
  /** Called with every change, also of safes nobody streams. */
  onChange?: (change: StoredChange) => void
  /** Called with the chains of a stream that opens, and of all from time to time. */
  onAwaited?: (chainIds: Iterable<number>) => void
  /** Called when changes are lost that were told. */
  onReset?: () => void
  heartbeatMs?: number
}): LiveHub {
  const { store, databaseUrl, log, heartbeatMs = 20_000 } = parameters
  const audience = createAudience()
  const reader = createOutboxReader(store, {
    onChange(change) {
      parameters.onChange?.(change)
      if (isShown(change)) audience.tell(change)
    },
    onReset(id) {
      log.warn('The database has lost changes that were told')
      parameters.onReset?.()
      audience.reset(id)
    },
  })
  const onChange = () => {
    reader
      .read()
      .catch((error: unknown) =>
        log.warn({ error }, 'Live changes could not be read'),
      )
  }
  const listener = listenToOutbox({ url: databaseUrl, log, onChange })
  const heartbeat = setInterval(() => {
    // A connection can be dead without anybody having been told.
    onChange()
    parameters.onAwaited?.(audience.listChains())
    for (const { stream, seen, waiting } of audience.list())
      if (!waiting) stream.write(formatHeartbeat(larger(seen, reader.at())))
  }, heartbeatMs)
  const pruning = setInterval(
    () =>
      void pruneOutbox(store, { olderThanSeconds: weekSeconds }).catch(
        () => undefined,
      ),
    60 * 60 * 1000,
  )

  return {
    ready: reader.read,
    async open(stream) {
      parameters.onAwaited?.(stream.safes.map(({ chainId }) => chainId))
      const from = await findStart(store, stream.lastEventId)
      // Anyone who left meanwhile has been closed already.
      if (!stream.isOpen()) return
      const now = reader.at()
      const subscriber: Subscriber = {
        stream,
        seen: from ?? now,
        waiting: from === undefined ? undefined : [],
      }
      audience.add(subscriber)
      stream.write(formatSignal('hello', subscriber.seen))
      if (from === undefined) {
        if (stream.lastEventId !== undefined)
          stream.write(formatSignal('reset', now))
        return
      }
      await catchUp(store, { subscriber, upTo: now })
    },
    close: audience.remove,
    count: audience.count,
    position: () => reader.settled()?.toString(),
    async stop() {
      clearInterval(heartbeat)
      clearInterval(pruning)
      for (const { stream } of audience.list()) stream.end()
      await listener.stop()
      await reader.settle()
    },
  }
}

/** Who listens, found by the safes that they listen for. */
function createAudience() {
  const subscribers = new Map<LiveStream, Subscriber>()
  const bySafe = new Map<string, Set<Subscriber>>()
  return {
    list: () => subscribers.values(),
    count: () => subscribers.size,
    listChains(): Set<number> {
      const safes = [...subscribers.keys()].flatMap(({ safes }) => safes)
      return new Set(safes.map(({ chainId }) => chainId))
    },
    tell(change: ShownChange) {
      const concerned = bySafe.get(toKey(change.chainId, change.safe))
      if (!concerned) return
      const text = formatChange(change)
      for (const subscriber of concerned) {
        if (subscriber.waiting) subscriber.waiting.push(change)
        else write(subscriber, change, text)
      }
    },
    reset(id: bigint) {
      for (const subscriber of subscribers.values()) {
        subscriber.seen = id
        if (subscriber.waiting) subscriber.waiting = []
        subscriber.stream.write(formatSignal('reset', id))
      }
    },
    add(subscriber: Subscriber) {
      const { stream } = subscriber
      subscribers.set(stream, subscriber)
      for (const { chainId, address } of stream.safes) {
        const key = toKey(chainId, address)
        const concerned = bySafe.get(key) ?? new Set()
        bySafe.set(key, concerned.add(subscriber))
      }
    },
    remove(stream: LiveStream) {
      const subscriber = subscribers.get(stream)
      if (!subscriber) return
      subscribers.delete(stream)
      for (const { chainId, address } of stream.safes) {
        const key = toKey(chainId, address)
        const concerned = bySafe.get(key)
        concerned?.delete(subscriber)
        if (concerned?.size === 0) bySafe.delete(key)
      }
    },
  }
}

/** `undefined`: from now on, because nothing is asked for or it is gone. */
async function findStart(
  store: Store,
  lastEventId: string | undefined,
): Promise<bigint | undefined> {
  if (lastEventId === undefined || !/^\d{1,18}$/.test(lastEventId))
    return undefined
  const id = BigInt(lastEventId)
  const { first, last } = await readOutboxBounds(store)
  return id + 1n >= first && id <= last ? id : undefined
}

/** Writes what was missed, then what came while that was read. */
async function catchUp(
  store: Store,
  parameters: { subscriber: Subscriber; upTo: bigint },
): Promise<void> {
  const { subscriber, upTo } = parameters
  const { stream, seen } = subscriber
  const missed = await listChangesOf(store, {
    safes: stream.safes,
    after: seen,
    upTo,
    limit: mostMissed + 1,
  })
  const waiting = subscriber.waiting ?? []
  subscriber.waiting = undefined
  if (missed.length + waiting.length > mostMissed) {
    subscriber.seen = waiting.at(-1)?.id ?? upTo
    stream.write(formatSignal('reset', subscriber.seen))
    return
  }
  for (const change of [...missed.filter(isShown), ...waiting])
    write(subscriber, change, formatChange(change))
}

type ShownChange = StoredChange & { kind: LiveEventName }

/**
 * Who may propose is no part of what pages follow, nor what is let go: pages
 * that ask again would have it followed in another's place.
 */
function isShown(change: StoredChange): change is ShownChange {
  return change.kind !== 'delegate' && change.ref !== letGoRef
}

function write(
  subscriber: Subscriber,
  change: StoredChange,
  text: string,
): void {
  if (change.id <= subscriber.seen) return
  subscriber.seen = change.id
  subscriber.stream.write(text)
}

function toKey(chainId: number, safe: string): string {
  return `${chainId}:${safe}`
}

function formatChange(change: ShownChange): string {
  const { id, kind, chainId, safe, ref, block } = change
  return format(kind, id, {
    chainId: String(chainId),
    safe,
    ref,
    block: block === null ? null : Number(block),
  } as LiveEventWire)
}

function formatSignal(name: 'hello' | 'reset', id: bigint): string {
  return format(name, id, { chainId: null, safe: null, ref: null, block: null })
}

/** Without data it is no event, yet a browser resumes after its id. */
function formatHeartbeat(id: bigint): string {
  return `: still here\nid: ${id}\n\n`
}

function format(name: LiveEventName, id: bigint, data: LiveEventWire): string {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
