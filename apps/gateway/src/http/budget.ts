import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RuleFailure } from '../failures.js'

declare module 'fastify' {
  interface FastifyInstance {
    budget: Budget
  }
}

/**
 * What all requests and answers under way hold together. Whoever would hold
 * more is asked to come back, so that the rest of the process goes on.
 */
export type Budget = {
  /** Counts bytes in; calling what it gives back counts them out. */
  take(bytes: number): () => void
}

/** What is small still passes where large answers have used up their half. */
const smallBytes = 65_536

export function createBudget(mostBytes: number): Budget {
  let held = 0
  return {
    take(bytes) {
      const most = bytes > smallBytes ? mostBytes / 2 : mostBytes
      if (held + bytes > most)
        throw new RuleFailure('The gateway is busy. Try again in a moment.', {
          status: 503,
          retryAfter: 1,
        })
      held += bytes
      let isOpen = true
      return () => {
        if (isOpen) held -= bytes
        isOpen = false
      }
    },
  }
}

/** How long a reader has to take an answer. */
const longestMs = 60_000

/** Counts bodies from their first byte, and answers until they are read. */
export function addBudget(
  app: FastifyInstance,
  parameters: { mostBytes: number; sendMs?: number },
): void {
  const { mostBytes, sendMs = longestMs } = parameters
  const budget = createBudget(mostBytes)
  app.decorate('budget', budget)
  const hold = createHolder(budget)
  app.addHook('onRequest', async (request, reply) => {
    const bytes = readBodySize(request, app.initialConfig.bodyLimit ?? 0)
    if (bytes > 0) whenOver(reply, budget.take(bytes))
  })
  app.addHook('onSend', async (_request, reply, payload) => {
    // A refusal is short, and there must be room for it.
    if (reply.statusCode >= 400) return payload
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    const release = hold(payload)
    const timer = setTimeout(() => reply.raw.destroy(), sendMs)
    timer.unref()
    whenOver(reply, () => {
      clearTimeout(timer)
      release()
    })
    return payload
  })
}

function whenOver({ raw }: FastifyReply, release: () => void): void {
  raw.once('finish', release)
  raw.once('close', release)
}

function readBodySize({ headers }: FastifyRequest, most: number): number {
  if (headers['transfer-encoding'] !== undefined) return most
  const told = Number(headers['content-length'] ?? 0)
  return Number.isFinite(told) ? Math.min(told, most) : most
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
