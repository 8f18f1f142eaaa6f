import { pipeline, Transform } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RuleFailure } from '../failures.js'
import { isThisMachine, toNetwork } from './rateLimits.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** What a request and its answer count in. */
    findBudget(request: FastifyRequest): Budget
  }
}

/**
 * What all requests and answers under way hold together. Anyone who would hold
 * more is asked to come back, so that the rest of the process goes on.
 */
export type Budget = {
  /** Counts bytes in; calling what it gives back counts them out. */
  take(bytes: number, isLarge?: boolean): () => void
}

/** What is small still passes where large answers have used up their half. */
const smallBytes = 65_536

export function createBudget(mostBytes: number): Budget {
  let held = 0
  return {
    take(bytes, isLarge = bytes > smallBytes) {
      const most = isLarge ? mostBytes / 2 : mostBytes
      if (held + bytes > most) throw busy()
      held += bytes
      let isOpen = true
      return () => {
        if (isOpen) held -= bytes
        isOpen = false
      }
    },
  }
}

function busy(): RuleFailure {
  return new RuleFailure('The gateway is busy. Try again in a moment.', {
    status: 503,
    retryAfter: 1,
  })
}

/** Of the bodies that one caller sends at a time. */
const mostOfCaller = 8 * 1_048_576

/** How long a reader has to take an answer. */
const longestMs = 60_000

/**
 * Counts bodies as they arrive, and answers until they are read. Owners who
 * have signed in share what no stranger takes.
 */
export function addBudget(
  app: FastifyInstance,
  parameters: { mostBytes: number; sendMs?: number },
): void {
  const { mostBytes, sendMs = longestMs } = parameters
  const strangers = createBudget(mostBytes)
  const owners = createBudget(mostBytes / 2)
  app.decorate('findBudget', (request) =>
    isOwner(request) ? owners : strangers,
  )
  const hold = createHolder(strangers)
  const countCaller = createCallerCount()
  app.addHook('preParsing', (request, reply, payload, done) => {
    const size = readBodySize(request)
    // Most requests are questions.
    if (size === 0) return done(null, payload)
    const budgets = [countCaller(request), app.findBudget(request)]
    const body = countBytes(budgets, { isLarge: size > smallBytes })
    whenOver(reply, body.release)
    // Its end, however it comes, is the end of what is read of it.
    pipeline(payload, body.stream, () => undefined)
    done(null, body.stream)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    // A refusal is short, and there must be room for it.
    if (reply.statusCode >= 400) return payload
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    const release = isOwner(request)
      ? owners.take(Buffer.byteLength(payload))
      : hold(payload)
    const timer = setTimeout(() => reply.raw.destroy(), sendMs)
    timer.unref()
    whenOver(reply, () => {
      clearTimeout(timer)
      release()
    })
    return payload
  })
}

/** Whether it counts in the room that owners have for themselves. */
export function isOwner(request: FastifyRequest): boolean {
  const { server } = request
  return (
    server.hasDecorator('findOwner') && server.findOwner(request) !== undefined
  )
}

/** Passes on what comes, and counts it in each of these until it is released. */
function countBytes(
  budgets: readonly Budget[],
  { isLarge }: { isLarge: boolean },
) {
  const releases: (() => void)[] = []
  const stream = Object.assign(
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        try {
          stream.receivedEncodedLength += chunk.length
          for (const budget of budgets)
            releases.push(budget.take(chunk.length, isLarge))
          done(null, chunk)
        } catch (error) {
          done(error as Error)
        }
      },
    }),
    { receivedEncodedLength: 0 },
  )
  const release = () => {
    for (const each of releases.splice(0)) each()
  }
  return { stream, release }
}

function whenOver({ raw }: FastifyReply, release: () => void): void {
  raw.once('finish', release)
  raw.once('close', release)
}

function readBodySize({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return Number.MAX_VALUE
  return Number(headers['content-length'] ?? 0)
}

/** What each caller has under way; the operator's own programs count for none. */
function createCallerCount() {
  const held = new Map<string, number>()
  const add = (caller: string, bytes: number) => {
    const now = (held.get(caller) ?? 0) + bytes
    if (now > 0) held.set(caller, now)
    else held.delete(caller)
  }
  return ({ ip }: FastifyRequest): Budget => {
    const caller = toNetwork(ip)
    return {
      take(bytes) {
        if (isThisMachine(caller)) return () => undefined
        if ((held.get(caller) ?? 0) + bytes > mostOfCaller) throw busy()
        add(caller, bytes)
        return () => add(caller, -bytes)
      },
    }
  }
}

/** Many who are sent the same bytes hold them once. */
function createHolder(budget: Budget) {
  const sending = new Map<Buffer, { readers: number; release: () => void }>()
  return (payload: string | Buffer): (() => void) => {
    if (typeof payload === 'string')
      return budget.take(Buffer.byteLength(payload))
    const entry = sending.get(payload) ?? {
      readers: 0,
      release: budget.take(payload.length),
    }
    sending.set(payload, entry)
    entry.readers++
    let isOpen = true
    return () => {
      if (isOpen) entry.readers--
      isOpen = false
      if (entry.readers > 0) return
      entry.release()
      if (sending.get(payload) === entry) sending.delete(payload)
    }
  }
}
