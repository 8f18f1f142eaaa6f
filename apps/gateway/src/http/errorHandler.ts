import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { NoNodeError } from '../chain/rpcErrors.js'
import { InputFailure, RuleFailure, StorageFailure } from '../failures.js'
import { isStoreFailure } from '../store/storeFailure.js'

/** The only place that turns an error into a reply. */
export function errorHandler(
  error: FastifyError | RuleFailure,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { status, body, retryAfter } = describe(error)
  if (status >= 500) logFailure(error, request)
  if (retryAfter) reply.header('retry-after', String(retryAfter))
  void reply.code(status).send(body)
}

/**
 * A rule that is broken is told to the one who broke it, and who hangs up
 * before the end of the request or never comes to it is not worth a line of the
 * log.
 */
export function logFailure(
  error: Error & { code?: string },
  request: FastifyRequest,
): void {
  const { destroyed, complete } = request.raw
  const isLeft = destroyed || error.code === 'FST_ERR_HANDLER_TIMEOUT'
  if (error instanceof RuleFailure || (isLeft && !complete)) return
  request.log.error({ error, request: request.id }, 'A request failed')
}

type Answer = {
  status: number
  body: object
  retryAfter?: number | undefined
}

function describe(error: FastifyError | RuleFailure): Answer {
  if (error instanceof StorageFailure) {
    const { status, retryAfter } = error
    return { ...storage(status, error), retryAfter }
  }
  if (error instanceof RuleFailure)
    return {
      status: error.status,
      body: {
        statusCode: error.status,
        message: error.message,
        ...(error.named ? { error: STATUS_CODES[error.status] } : {}),
      },
      retryAfter: error.retryAfter ?? (error.status === 429 ? 60 : undefined),
    }
  if (error instanceof InputFailure)
    return {
      status: error.status,
      body: { statusCode: error.status, ...error.issue },
    }
  // Neither says more: what they know may hold an address with a key.
  if (
    error instanceof NoNodeError ||
    isStoreFailure(error) ||
    error.code === 'FST_ERR_HANDLER_TIMEOUT'
  )
    return {
      ...storage(503, { message: 'Service unavailable' }),
      retryAfter: 1,
    }
  const status = error.statusCode ?? 500
  if (status >= 500) return storage(500, { message: 'Internal server error' })
  return {
    status,
    body: {
      statusCode: status,
      message: error.message,
      error: STATUS_CODES[status] ?? 'Error',
    },
  }
}

function storage(status: number, { message }: { message: string }): Answer {
  return { status, body: { code: status, message } }
}

/** Addresses that cannot be read come to no route, and so to no hook of one. */
export function createAddressErrorHandler(headers: Record<string, string>) {
  return (
    error: FastifyError,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void => {
    void reply.headers({ ...headers, 'x-request-id': request.id })
    errorHandler(toAddressFailure(error), request, reply)
  }
}

function toAddressFailure(error: FastifyError): FastifyError | RuleFailure {
  if (error.code === 'FST_ERR_BAD_URL')
    return new RuleFailure('The path has an invalid percent-encoding', {
      status: 400,
      named: true,
    })
  if (error.code === 'FST_ERR_MAX_PARAM_LENGTH')
    return new RuleFailure('URI Too Long', { status: 414, named: true })
  return error
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
