import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { version } from '../version.js'

/** Tells a collector of OpenTelemetry what took how long. */
export type Traces = {
  addTo(app: FastifyInstance): void
  /** A question to a node; of the request that had it asked, if there is one. */
  observeRpc(
    chainId: number,
  ): (call: { method: string; seconds: number; failed: boolean }) => void
  stop(): Promise<void>
}

/** Beyond so many between two reports, spans are dropped. */
const mostSpans = 2_000
const reportMs = 5_000

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: 2 | 3
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: object[]
  status: { code: 0 | 2 }
}
type Place = { traceId: string; spanId: string; startedAt: number }

/**
 * Sends spans as OTLP over HTTP in JSON: requests by their route, and what
 * nodes were asked for them. Nothing in a span names a safe or a person.
 */
export function createTraces(parameters: {
  url: string
  headers?: Record<string, string>
  log: Logger
}): Traces {
  const { url, headers, log } = parameters
  const requests = new AsyncLocalStorage<Place>()
  const places = new WeakMap<FastifyRequest, Place>()
  let spans: Span[] = []
  let isTold = false
  const add = (span: Span) => {
    if (spans.length < mostSpans) spans.push(span)
  }

  const report = async () => {
    if (spans.length === 0) return
    const body = JSON.stringify(toReport(spans))
    spans = []
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(reportMs),
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`It answered ${answer.status}.`)
      isTold = false
    } catch {
      if (!isTold) log.warn('The trace collector does not accept the traces')
      isTold = true
    }
  }
  const timer = setInterval(() => void report(), reportMs)
  timer.unref()

  return {
    addTo(app) {
      app.addHook('onRequest', (request, _reply, done) => {
        const place = newPlace()
        places.set(request, place)
        requests.run(place, done)
      })
      app.addHook('onResponse', (request, reply, done) => {
        const place = places.get(request)
        const route = request.routeOptions.url ?? 'none'
        if (place)
          add({
            ...toTimes(place.startedAt, Date.now()),
            traceId: place.traceId,
            spanId: place.spanId,
            name: `${request.method} ${route}`,
            kind: 2,
            attributes: [
              toText('http.request.method', request.method),
              toText('http.route', route),
              toText('http.response.status_code', String(reply.statusCode)),
              toText('covault.request_id', request.id),
            ],
            status: { code: reply.statusCode >= 500 ? 2 : 0 },
          })
        done()
      })
    },
    observeRpc: (chainId) => (call) => {
      const parent = requests.getStore()
      const now = Date.now()
      add({
        ...toTimes(now - call.seconds * 1_000, now),
        traceId: parent?.traceId ?? newId(16),
        spanId: newId(8),
        ...(parent && { parentSpanId: parent.spanId }),
        name: call.method,
        kind: 3,
        attributes: [
          toText('rpc.method', call.method),
          toText('covault.chain_id', String(chainId)),
        ],
        status: { code: call.failed ? 2 : 0 },
      })
    },
    async stop() {
      clearInterval(timer)
      await report()
    },
  }
}

function newPlace(): Place {
  return { traceId: newId(16), spanId: newId(8), startedAt: Date.now() }
}

function newId(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}

function toTimes(from: number, to: number) {
  const toNano = (ms: number) => `${Math.round(ms * 1_000)}000`
  return { startTimeUnixNano: toNano(from), endTimeUnixNano: toNano(to) }
}

function toText(key: string, stringValue: string): object {
  return { key, value: { stringValue } }
}

function toReport(spans: readonly Span[]): object {
  return {
    resourceSpans: [
      {
        resource: {
          attributes: [
            toText('service.name', 'covault'),
            toText('service.version', version),
          ],
        },
        scopeSpans: [{ scope: { name: 'covault' }, spans }],
      },
    ],
  }
}
