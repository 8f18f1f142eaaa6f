import { createHash } from 'node:crypto'
import type {
  EndpointBody,
  EndpointParams,
  EndpointQuery,
  EndpointWire,
} from '@covault/api'
import {
  checksumFault,
  type ServiceEndpoint,
} from '@covault/api/transaction-service'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import type { Context } from '../context.js'
import { readOrigin } from '../http/links.js'
import { holding, toKey } from '../http/route.js'
import { toCamelKeys } from './readBody.js'
import { readChainId } from './readChainId.js'
import {
  DetailFailure,
  NumberedFailure,
  notFoundText,
  RequestFailure,
} from './requestFailure.js'
import { findServiceRule } from './rules.js'
import { writeJson } from './writeJson.js'

export type ServiceInput<E extends ServiceEndpoint> = {
  chainId: number
  params: EndpointParams<E>
  query: EndpointQuery<E>
  body: EndpointBody<E>
  request: FastifyRequest
  /** What was asked, without what nobody reads: where links go on from. */
  url: string
  /** Counts what is read into memory until the answer is made. */
  hold(bytes: number): void
}

type Handler<E extends ServiceEndpoint> = (
  input: ServiceInput<E>,
) => Promise<EndpointWire<E>> | EndpointWire<E>

/** Serves a call from its description, under all of its paths. */
export function serve<E extends ServiceEndpoint>(
  scope: FastifyInstance,
  context: Context,
  endpoint: E,
  handler: Handler<E>,
): void {
  addRoutes(scope, endpoint, async (request) => {
    const input = readInput(context, endpoint, request)
    return scope.inLine(request, () =>
      holding(request, (hold) => handler({ ...input, hold })),
    )
  })
}

/**
 * A call whose answer is the same for everybody who asks for a safe: those
 * who ask within the same second get the same one, unless the safe changed.
 */
export function serveShared<
  E extends ServiceEndpoint & {
    params: z.ZodMiniType<{ address: Address }>
  },
>(
  scope: FastifyInstance,
  context: Context,
  endpoint: E,
  handler: Handler<E>,
): void {
  addRoutes(scope, endpoint, async (request) => {
    const input = readInput(context, endpoint, request)
    const { address: safe } = input.params as { address: Address }
    const { chainId, params, query } = input
    const path = writePath(request, params)
    const place = { chainId, safe, request: toKey(request, { path, query }) }
    return scope.inLine(request, () =>
      context.answers.share(place, () =>
        holding(request, async (hold) =>
          Buffer.from(writeJson(await handler({ ...input, hold }))),
        ),
      ),
    )
  })
}

function addRoutes(
  scope: FastifyInstance,
  endpoint: ServiceEndpoint,
  answer: (request: FastifyRequest) => Promise<unknown>,
): void {
  const access = findServiceRule(endpoint)
  for (const path of [endpoint.path, ...(endpoint.aliases ?? [])])
    scope.route({
      method: endpoint.method,
      url: `/api${path.replace(/\{(\w+)\}/g, ':$1')}`,
      config: { endpoint, access },
      handler: async (request, reply) => {
        const made = await answer(request)
        reply.code(endpoint.status ?? 200).header('cache-control', 'no-cache')
        if (made === undefined) return reply.send()
        const body = Buffer.isBuffer(made) ? made : writeJson(made)
        if (endpoint.hasTag) {
          const tag = writeTag(body)
          reply.header('etag', tag)
          if (knowsTag(request, tag)) return reply.code(304).send()
        }
        return reply.type('application/json; charset=utf-8').send(body)
      },
    })
}

function writeTag(body: string | Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

/** Compared weakly: an intermediary may have packed what was sent. */
function knowsTag({ headers }: FastifyRequest, tag: string): boolean {
  const bare = (text: string) => text.trim().replace(/^W\//, '')
  const known = headers['if-none-match']?.split(',').map(bare) ?? []
  return known.includes('*') || known.includes(bare(tag))
}

function readInput<E extends ServiceEndpoint>(
  context: Context,
  endpoint: E,
  request: FastifyRequest,
): Omit<ServiceInput<E>, 'hold'> {
  const params = readParams(endpoint, request.params)
  const input = {
    chainId: readChainId(context, request),
    params,
    query: read('query', endpoint.query, request.query),
    body: read('body', endpoint.body, toCamelKeys(request.body ?? {})),
    request,
    url: writeUrl(endpoint, request, params),
  }
  return input as unknown as Omit<ServiceInput<E>, 'hold'>
}

/** The address as we spell it, with the parameters that are read. */
function writeUrl(
  endpoint: ServiceEndpoint,
  request: FastifyRequest,
  params: unknown,
): string {
  const given = request.query as Record<string, unknown>
  const { shape = {} } = (endpoint.query ?? {}) as { shape?: object }
  const known = Object.keys(shape).flatMap((name): [string, string][] => {
    const value = given[name]
    return typeof value === 'string' ? [[name, value]] : []
  })
  const path = writePath(request, params)
  return `${readOrigin(request)}${path}?${new URLSearchParams(known)}`
}

/**
 * Clients follow links only where they look like what they asked, so the chain
 * keeps the one of its two names that was used.
 */
function writePath(request: FastifyRequest, params: unknown): string {
  const { chain } = request.params as { chain: string }
  const values: Record<string, unknown> = { ...Object(params), chain }
  return (request.routeOptions.url ?? '').replace(/:(\w+)/g, (_, name) =>
    encodeURIComponent(String(values[name])),
  )
}

function readParams(endpoint: ServiceEndpoint, params: unknown): unknown {
  if (!endpoint.params) return undefined
  const result = z.safeDecode(endpoint.params, params)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const given = (params as Record<string, string>)[String(issue?.path[0])] ?? ''
  if (isChecksumFault(issue))
    throw new NumberedFailure(422, {
      code: 1,
      message: endpoint.addressRefusal ?? 'Checksum address validation failed',
      values: [given],
    })
  throw new DetailFailure(404, notFoundText)
}

function read(
  place: 'query' | 'body',
  schema: ServiceEndpoint['query'],
  value: unknown,
): unknown {
  if (!schema) return undefined
  const result = z.safeDecode(schema, value)
  if (result.success) return result.data
  const given = Object(value) as Record<string, unknown>
  throw new RequestFailure(
    place,
    result.error.issues.map((issue) => {
      const [key] = issue.path
      if (key === undefined) return { field: undefined, text: findText(issue) }
      const field = String(key)
      const isMissing = given[field] === undefined
      const text = isMissing ? 'This field is required.' : findText(issue)
      return { field, text }
    }),
  )
}

type Issue = z.core.$ZodIssue

/** Of a union that has no words of its own, the first branch tells. */
function findText(issue: Issue): string {
  const inner =
    issue.code === 'invalid_union' ? issue.errors[0]?.[0] : undefined
  return inner && issue.message === 'Invalid input'
    ? findText(inner)
    : issue.message
}

function isChecksumFault(issue: Issue | undefined): boolean {
  return issue?.code === 'custom' && issue.params?.fault === checksumFault
}
