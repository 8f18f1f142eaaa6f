import type {
  Endpoint,
  EndpointBody,
  EndpointParams,
  EndpointQuery,
  EndpointResponse,
} from '@covault/api'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'

export type RouteInput<E extends Endpoint> = {
  params: EndpointParams<E>
  query: EndpointQuery<E>
  body: EndpointBody<E>
  reply: FastifyReply
}

/**
 * Serves an endpoint from its description: the request is parsed by its
 * schemas before the handler sees it, the answer is written by its schema.
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (
    input: RouteInput<E>,
  ) => Promise<EndpointResponse<E>> | EndpointResponse<E>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    handler: async (request, reply) => {
      const answer = await handler({
        params: parse(endpoint.params, request.params),
        query: parse(endpoint.query, request.query),
        body: parse(endpoint.body, request.body),
        reply,
      } as RouteInput<E>)
      // A handler may have chosen a status of its own (readiness does).
      if (reply.statusCode === 200) reply.code(endpoint.status ?? 200)
      return reply
        .header('cache-control', 'no-cache')
        .send(z.encode(endpoint.response, answer))
    },
  })
}

function parse(schema: Endpoint['params'], value: unknown): unknown {
  return schema ? z.decode(schema, value) : undefined
}
