import {
  type Endpoint,
  type EndpointBody,
  type EndpointParams,
  type EndpointQuery,
  type EndpointWire,
  getContract,
} from '@covault/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import {
  InputFailure,
  type InputIssue,
  NotFoundFailure,
  RuleFailure,
} from '../failures.js'
import type { Answers, Keep } from './answers.js'
import { isOwner } from './budget.js'
import { findWireRule } from './wireRules.js'

// The texts of the schemas' own messages are not part of the small build.
z.config(z.locales.en())

export type RouteInput<E extends Endpoint> = {
  params: EndpointParams<E>
  query: EndpointQuery<E>
  body: EndpointBody<E>
  request: FastifyRequest
  reply: FastifyReply
  /** Where links go on from: what was asked, without what nobody reads. */
  url: string
  /** Counts what is read into memory until the answer is made. */
  hold(bytes: number): void
}

/**
 * Serves an endpoint from its description: under all of its paths, the request
 * parsed by its schemas before the handler sees it. What is answered has the
 * wire's own type, so the compiler checks what no schema then has to write.
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (input: RouteInput<E>) => Promise<EndpointWire<E>> | EndpointWire<E>,
): void {
  const access = findWireRule(endpoint)
  for (const path of [endpoint.path, ...(endpoint.aliases ?? [])])
    app.route({
      method: endpoint.method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      config: { access },
      handler: async (request, reply) => {
        const input = {
          params: parseParams(endpoint, request.params),
          query: parse(endpoint.query, request.query),
          body: parse(endpoint.body, request.body ?? {}),
          url: request.url,
          request,
          reply,
        }
        const answer = await app.inLine(request, () =>
          holding(request, (hold) =>
            handler({ ...input, hold } as RouteInput<E>),
          ),
        )
        if (reply.sent) return reply
        // A handler may have chosen a status of its own (readiness does).
        if (reply.statusCode === 200) reply.code(endpoint.status ?? 200)
        return reply.header('cache-control', 'no-cache').send(answer)
      },
    })
}

type Handler<E extends Endpoint> = (
  input: RouteInput<E> & { keep: Keep },
) => Promise<EndpointWire<E>> | EndpointWire<E>

/**
 * A route whose answer is the same for everybody who asks for a safe: those
 * who ask within the same second get the same one, unless the safe changed.
 * What a handler says may be kept is, for as long as the safe stays the same.
 */
export function sharedRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  parameters: {
    answers: Answers
    safeOf(params: EndpointParams<E>): SafePlace | undefined
  },
  handler: Handler<E>,
): void {
  const { answers, safeOf } = parameters
  const access = findWireRule(endpoint)
  for (const path of [endpoint.path, ...(endpoint.aliases ?? [])])
    app.route({
      method: endpoint.method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      config: { access },
      handler: async (request, reply) => {
        const params = parseParams(endpoint, request.params)
        const query = parse(endpoint.query, request.query)
        const url = writeUrl(path, { params, query, given: request.query })
        const read = (keep: Keep) =>
          holding(request, async (hold) => {
            const input = { params, query, body: undefined, url, hold, keep }
            const answer = await handler({
              ...input,
              request,
              reply,
            } as RouteInput<E> & { keep: Keep })
            return Buffer.from(JSON.stringify(answer))
          })
        const about = safeOf(params as EndpointParams<E>)
        const item = about?.item ?? params
        const place = about && {
          ...about,
          request: toKey(request, { path, item, query }),
        }
        const body = await app.inLine(request, () =>
          place ? answers.share(place, read) : read(() => undefined),
        )
        return reply
          .headers({
            'cache-control': 'no-cache',
            'content-type': 'application/json; charset=utf-8',
          })
          .send(body)
      },
    })
}

type SafePlace = {
  chainId: number
  safe: Address
  /** What of the safe is asked for, where its name has several spellings. */
  item?: unknown
}

/** Counts what a handler reads for as long as it works on its answer. */
export async function holding<result>(
  request: FastifyRequest,
  work: (hold: (bytes: number) => void) => Promise<result> | result,
): Promise<result> {
  const releases: (() => void)[] = []
  try {
    return await work((bytes) => {
      releases.push(request.server.findBudget(request).take(bytes))
    })
  } finally {
    for (const release of releases) release()
  }
}

/** The address as we spell it, with the parameters that are read. */
function writeUrl(
  path: string,
  parameters: { params: unknown; query: unknown; given: unknown },
): string {
  const params = parameters.params as Record<string, unknown>
  const given = parameters.given as Record<string, unknown>
  const named = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const known = Object.keys(parameters.query ?? {}).filter(
    (name) => typeof given[name] === 'string',
  )
  const query = new URLSearchParams(
    known.map((name): [string, string] => [name, String(given[name])]),
  )
  return query.size > 0 ? `${named}?${query}` : named
}

/**
 * Two spellings of one question have the same. Links in the answer name the
 * host that was asked, and strangers who find no room answer for no owner.
 */
export function toKey(request: FastifyRequest, asked: object): string {
  const { protocol, host } = request
  const by = isOwner(request) ? 'owner' : 'stranger'
  return JSON.stringify({ by, protocol, host, ...asked }, (_, value) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
}

/** The parts of a path are read one by one, so no name leads to them. */
function parseParams(endpoint: Endpoint, params: unknown): unknown {
  return parse(endpoint.params, params, ({ path, ...issue }) =>
    path[0] === 'chainId'
      ? toChainFailure(endpoint, params)
      : new InputFailure({ ...issue, path: path.slice(1) }),
  )
}

/** A chain is looked up, not validated, but by one of our routes. */
function toChainFailure(endpoint: Endpoint, params: unknown): Error {
  const { chainId } = params as { chainId: string }
  if (endpoint !== getContract || /^[0-9]+$/.test(chainId))
    return new NotFoundFailure()
  return new InputFailure({
    code: 'custom',
    path: [],
    message: 'Invalid base-10 numeric string',
  })
}

function parse(
  schema: Endpoint['params'],
  value: unknown,
  toFailure: (issue: InputIssue) => Error = toInputFailure,
): unknown {
  if (!schema) return undefined
  const result = z.safeDecode(schema, value)
  if (result.success) return result.data
  throw toFailure(toIssue(result.error.issues[0]))
}

function toInputFailure(issue: InputIssue): Error {
  const { message } = issue
  return message.startsWith('Validation failed')
    ? new RuleFailure(message, { status: 400, named: true })
    : new InputFailure(issue)
}

type Issue = z.core.$ZodIssue

/** The first issue tells; of a union, the first of its first branch. */
function toIssue(issue: Issue | undefined): InputIssue {
  const first = findFirst(issue)
  const path = first?.path.filter((key) => typeof key !== 'symbol') ?? []
  const message = first?.message ?? 'Invalid input'
  // The wire calls what a pattern refuses 'custom', as its own checks do.
  if (!first || first.code === 'invalid_format')
    return { code: 'custom', path, message }
  const extras = Object.entries(first)
    .filter(([key]) => toldExtras.has(key))
    // JSON has no bigint.
    .map(([key, extra]) => [
      key,
      typeof extra === 'bigint' ? `${extra}` : extra,
    ])
  return { ...Object.fromEntries(extras), code: first.code, path, message }
}

/** What an issue says beyond its message, as far as it is about the form. */
const toldExtras = new Set([
  'expected',
  'origin',
  'minimum',
  'maximum',
  'inclusive',
])

function findFirst(issue: Issue | undefined): Issue | undefined {
  if (issue?.code !== 'invalid_union') return issue
  const inner = issue.errors[0]?.[0]
  return inner
    ? findFirst({ ...inner, path: [...issue.path, ...inner.path] })
    : issue
}
