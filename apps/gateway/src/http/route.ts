import type {
  Endpoint,
  EndpointBody,
  EndpointParams,
  EndpointQuery,
  EndpointWire,
} from '@covault/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import { InputFailure, NotFoundFailure, RuleFailure } from '../failures.js'
import type { Answers } from './answers.js'

// The texts of the schemas' own messages are not part of the small build.
z.config(z.locales.en())

export type RouteInput<E extends Endpoint> = {
  params: EndpointParams<E>
  query: EndpointQuery<E>
  body: EndpointBody<E>
  request: FastifyRequest
  reply: FastifyReply
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
  for (const path of [endpoint.path, ...(endpoint.aliases ?? [])])
    app.route({
      method: endpoint.method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      handler: async (request, reply) => {
        const answer = await handler({
          params: parse(endpoint.params, request.params),
          query: parse(endpoint.query, request.query),
          body: parse(endpoint.body, request.body ?? {}),
          request,
          reply,
        } as RouteInput<E>)
        if (reply.sent) return reply
        // A handler may have chosen a status of its own (readiness does).
        if (reply.statusCode === 200) reply.code(endpoint.status ?? 200)
        return reply.header('cache-control', 'no-cache').send(answer)
      },
    })
}

type Handler<E extends Endpoint> = (
  input: RouteInput<E>,
) => Promise<EndpointWire<E>> | EndpointWire<E>

/**
 * A route whose answer is the same for everybody who asks for a safe: those
 * who ask within the same second get the same one, unless the safe changed.
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
  const make = async (input: RouteInput<E>) =>
    JSON.stringify(await handler(input))
  for (const path of [endpoint.path, ...(endpoint.aliases ?? [])])
    app.route({
      method: endpoint.method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      handler: async (request, reply) => {
        const params = parse(endpoint.params, request.params)
        const read = () =>
          make({
            params,
            query: parse(endpoint.query, request.query),
            body: undefined,
            request,
            reply,
          } as RouteInput<E>)
        const safe = safeOf(params as EndpointParams<E>)
        // Links in the answer name the host that was asked.
        const { protocol, host, url } = request
        const place = safe && { ...safe, request: `${protocol}${host}${url}` }
        const body = place ? await answers.share(place, read) : await read()
        return reply
          .headers({
            'cache-control': 'no-cache',
            'content-type': 'application/json; charset=utf-8',
          })
          .send(body)
      },
    })
}

type SafePlace = { chainId: number; safe: Address }

function parse(schema: Endpoint['params'], value: unknown): unknown {
  if (!schema) return undefined
  const result = z.safeDecode(schema, value)
  if (result.success) return result.data
  throw toFailure(result.error.issues[0])
}

type Issue = z.core.$ZodIssue

/** The first issue tells; of a union, the first of its first branch. */
function toFailure(issue: Issue | undefined): Error {
  const first = findFirst(issue)
  const path = first?.path.filter((key) => typeof key !== 'symbol') ?? []
  // A chain is looked up, not validated.
  if (path.length === 1 && path[0] === 'chainId') return new NotFoundFailure()
  const message = first?.message ?? 'Invalid input'
  if (message.startsWith('Validation failed'))
    return new RuleFailure(message, { status: 400, named: true })
  return new InputFailure({
    // The wire calls what a pattern refuses 'custom', as its own checks do.
    code: first?.code === 'invalid_format' ? 'custom' : (first?.code ?? ''),
    path,
    message,
  })
}

function findFirst(issue: Issue | undefined): Issue | undefined {
  if (issue?.code !== 'invalid_union') return issue
  const inner = issue.errors[0]?.[0]
  return inner
    ? findFirst({ ...inner, path: [...issue.path, ...inner.path] })
    : issue
}
