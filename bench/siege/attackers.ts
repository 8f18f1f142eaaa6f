import { fork } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import type { Hex } from 'viem'
import { takePercentile } from '../shared/figures.js'
import { attacks } from './attacks/attacks.js'
import { type Connection, openConnection } from './connection.js'
import { holds, keepHolding } from './heldConnections.js'
import type { Attack, Target } from './target.js'

export type Force = {
  connections: number
  perSecond: number
  /** They end by themselves after this, whatever becomes of the others. */
  seconds: number
  /** Parts of the names of the kinds that attack; none: all. */
  only: readonly string[]
}

/** What came of one kind of attack. */
export type Outcome = {
  name: string
  sent: number
  /** How many answers had which status. */
  statuses: Record<string, number>
  p50: number
  p99: number
  megabytes: number
}

/** Nobody waits for minutes to learn that a name was misspelled. */
export function assertKnown(only: readonly string[]): void {
  const names = [...attacks, ...holds].map(({ name }) => name)
  const unknown = only.find(
    (part) => !names.some((name) => isMeant(name, [part])),
  )
  if (unknown !== undefined)
    throw new TypeError(
      `No attack has "${unknown}" in its name. There is ${names.join(', ')}.`,
    )
}

function isMeant(name: string, only: readonly string[]): boolean {
  return only.length === 0 || only.some((part) => name.includes(part))
}

/** In a process of their own, so that they slow down nobody's clock. */
export function startAttackers(
  target: Target,
  force: Force,
): { outcomes: Promise<Outcome[]>; stop(): void } {
  const child = fork(import.meta.filename, {
    execArgv: ['--conditions=source', '--import=tsx'],
  })
  const outcomes = new Promise<Outcome[]>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Outcome[]))
    child.once('exit', (code) =>
      reject(new Error(`The attackers ended with ${code}.`)),
    )
  })
  // Whoever waits for it later hears of it then.
  outcomes.catch(() => undefined)
  child.send({ target, force })
  return { outcomes, stop: () => child.connected && child.send('stop') }
}

async function attack(
  target: Target,
  force: Force & { signal: AbortSignal },
): Promise<Outcome[]> {
  const { connections, perSecond, only, signal } = force
  const kinds = attacks.filter(({ name }) => isMeant(name, only))
  const held = holds.filter(({ name }) => isMeant(name, only))
  const records = new Map(
    [...kinds, ...held].map((kind) => [kind.name, open()]),
  )
  const record = (name: string, entry: Entry) => records.get(name)?.push(entry)
  const keepers = held.flatMap((hold) => Array(hold.connections).fill(hold))
  const askers = kinds.length === 0 ? 0 : connections - keepers.length
  const spacing = (1000 * askers) / perSecond
  let turn = 0
  await Promise.all([
    followQueue(target, signal),
    ...keepers.map((hold, at) =>
      keepHolding(hold, {
        target,
        caller: nameCaller(at),
        signal,
        onEnd: (status, milliseconds) =>
          record(hold.name, { status, milliseconds, bytes: 0 }),
      }),
    ),
    ...Array.from({ length: askers }, async (_, at) => {
      const caller = nameCaller(keepers.length + at)
      const connection = openConnection({ url: target.url, caller })
      signal.addEventListener('abort', connection.close)
      await delay((spacing * at) / askers)
      while (!signal.aborted) {
        const next = delay(spacing)
        const kind = kinds[turn++ % kinds.length]
        if (!kind) return
        const entry = await send(connection, { kind, target })
        // What the end cut off says nothing.
        if (!signal.aborted) record(kind.name, entry)
        await next
      }
    }),
  ])
  return [...records].map(([name, entries]) => sumUp(name, entries))
}

type Entry = { status: string; milliseconds: number; bytes: number }

function open(): Entry[] {
  return []
}

/** Everybody has an address of their own, from those for documentation. */
function nameCaller(at: number): string {
  return `198.51.100.${at + 1}`
}

async function send(
  connection: Connection,
  { kind, target }: { kind: Attack; target: Target },
): Promise<Entry> {
  const ask = await kind.ask(target)
  const began = performance.now()
  const { status, bytes } = await connection.send(ask)
  return { status, bytes, milliseconds: performance.now() - began }
}

/** Anybody can read what waits. */
async function followQueue(target: Target, signal: AbortSignal): Promise<void> {
  const { chainId, address } = target.safe
  const url = `${target.url}/v1/chains/${chainId}/safes/${address}/transactions/queued`
  const headers = { 'x-forwarded-for': nameCaller(99) }
  while (!signal.aborted) {
    const text = await fetch(url, { headers, signal })
      .then((reply) => reply.text())
      .catch(() => '')
    const found = text.match(/(?<=multisig_0x[0-9a-f]{40}_)0x[0-9a-f]{64}/gi)
    target.waiting = (found ?? []) as Hex[]
    await delay(3_000)
  }
}

function sumUp(name: string, entries: readonly Entry[]): Outcome {
  const statuses: Record<string, number> = {}
  for (const { status } of entries)
    statuses[status] = (statuses[status] ?? 0) + 1
  const times = entries.map(({ milliseconds }) => milliseconds)
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0)
  return {
    name,
    sent: entries.length,
    statuses,
    p50: Math.round(takePercentile(times, 50)),
    p99: Math.round(takePercentile(times, 99)),
    megabytes: Math.round(bytes / 1e5) / 10,
  }
}

if (process.argv[1] === import.meta.filename) {
  const ending = new AbortController()
  process.once('disconnect', () => process.exit())
  process.on('message', (message) => {
    if (message === 'stop') return ending.abort()
    const { target, force } = message as { target: Target; force: Force }
    setTimeout(() => ending.abort(), 1000 * force.seconds)
    void attack(target, { ...force, signal: ending.signal }).then((outcomes) =>
      process.send?.(outcomes, () => process.exit()),
    )
  })
}
