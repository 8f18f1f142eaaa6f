import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

/** The only place that turns an error into a reply. */
export function errorHandler(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const status = error.statusCode ?? 500
  if (status >= 500) {
    request.log.error({ error }, 'A request failed')
    void reply.code(500).send({ code: 500, message: 'Internal server error' })
    return
  }
  void reply.code(status).send({
    statusCode: status,
    message: error.message,
    error: STATUS_CODES[status] ?? 'Error',
  })
}

export function notFoundHandler(
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  void reply.code(404).send({
    statusCode: 404,
    message: `Cannot ${request.method} ${request.url.split('?')[0]}`,
    error: 'Not Found',
  })
}
