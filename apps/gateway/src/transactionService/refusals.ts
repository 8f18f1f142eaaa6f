import type { ServiceEndpoint } from '@covault/api/transaction-service'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { NoNodeError } from '../chain/rpcErrors.js'
import { InputFailure, RuleFailure, StorageFailure } from '../failures.js'
import { logFailure } from '../http/errorHandler.js'
import { isStoreFailure } from '../store/storeFailure.js'
import {
  DetailFailure,
  type Fault,
  NumberedFailure,
  notFoundText,
  RequestFailure,
} from './requestFailure.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: ServiceEndpoint
  }
}

type Answer = {
  status: number
  /** Undefined: nothing at all is sent. */
  body: object | undefined
  retryAfter?: number | undefined
}

/** Turns what goes wrong into the forms that this API's clients read. */
export function answerRefusal(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { endpoint } = request.routeOptions.config
  const { status, body, retryAfter } = describeRefusal(error, endpoint)
  if (status >= 500) logFailure(error, request)
  if (retryAfter) reply.header('retry-after', String(retryAfter))
  void reply.code(status).send(body)
}

export function describeRefusal(
  error: Error,
  endpoint: ServiceEndpoint | undefined,
): Answer {
  if (error instanceof RequestFailure) return describeFaults(error, endpoint)
  if (error instanceof NumberedFailure) {
    const { status, code, message, values } = error
    return { status, body: { code, message, arguments: values } }
  }
  if (error instanceof DetailFailure) return detail(error.status, error.message)
  if (error instanceof StorageFailure || error instanceof RuleFailure)
    return describeCommand(error, endpoint)
  if (error instanceof InputFailure) {
    const { path, message } = error.issue
    const field = path[0] === undefined ? undefined : String(path[0])
    const fault = new RequestFailure('body', [{ field, text: message }])
    return describeFaults(fault, endpoint)
  }
  return describeOther(error)
}

function describeFaults(
  { place, faults }: RequestFailure,
  endpoint: ServiceEndpoint | undefined,
): Answer {
  const status = place === 'query' ? 400 : (endpoint?.refusal ?? 400)
  return { status, body: toFields(faults) }
}

/** A list of texts by field; what is about several has a name of its own. */
function toFields(faults: readonly Fault[]): Record<string, string[]> {
  const fields = new Map<string, string[]>()
  for (const { field = 'nonFieldErrors', text } of faults)
    fields.set(field, [...(fields.get(field) ?? []), text])
  return Object.fromEntries(fields)
}

type Form = (
  error: StorageFailure | RuleFailure,
  endpoint: ServiceEndpoint | undefined,
) => Answer

/** A rule is broken: who reads it looks for it under one name. */
const broken: Form = ({ message }, endpoint) => {
  const status = endpoint?.refusal ?? 400
  const code = endpoint?.refusalCode
  if (code !== undefined)
    return { status: 422, body: { code, message, arguments: [] } }
  return { status, body: { nonFieldErrors: [message] } }
}

const missing: Form = (error, endpoint) => {
  if (endpoint?.missing === 'detail') return detail(404, notFoundText)
  if (endpoint?.missing === 'refusal')
    return {
      status: endpoint.refusal ?? 400,
      body: {
        nonFieldErrors: ["The safe does not exist, or it's still not indexed."],
      },
    }
  return endpoint
    ? { status: 404, body: undefined }
    : detail(404, error.message)
}

const tooOften: Form = ({ message, retryAfter = 60 }) => ({
  ...detail(429, message),
  retryAfter,
})

/** Either a node is away, or we ourselves have too much to do. */
const unavailable: Form = (error) => ({
  ...(error instanceof RuleFailure ? detail(503, error.message) : away),
  retryAfter: error.retryAfter ?? 1,
})

const forbidden: Form = ({ status, message }) => detail(status, message)

/**
 * What a command refuses with, by its status there. A test looks for
 * refusals that are not among these.
 */
export const refusalForms: Readonly<Record<number, Form>> = {
  400: broken,
  401: forbidden,
  403: forbidden,
  404: missing,
  422: broken,
  429: tooOften,
  // What is stored no longer fits the safe: nothing is wrong with us.
  502: broken,
  503: unavailable,
}

function describeCommand(
  error: StorageFailure | RuleFailure,
  endpoint: ServiceEndpoint | undefined,
): Answer {
  if (error.cause instanceof NoNodeError)
    return {
      status: 422,
      body: { code: 50, message: error.message, arguments: [] },
    }
  const form = refusalForms[error.status]
  if (form) return form(error, endpoint)
  // Of the door itself: an address that is too long, and the like.
  const { status, message } = error
  return status < 500
    ? detail(status, message)
    : detail(500, 'Internal server error')
}

const away: Answer = {
  status: 503,
  body: { exception: 'Problem connecting to Ethereum network', trace: null },
}

function describeOther(error: Error & Partial<FastifyError>): Answer {
  if (error instanceof NoNodeError) return { ...away, retryAfter: 1 }
  if (isStoreFailure(error) || error.code === 'FST_ERR_HANDLER_TIMEOUT')
    return { ...detail(503, 'Service unavailable'), retryAfter: 1 }
  const status = error.statusCode ?? 500
  // What it knows may hold an address with a key.
  return detail(status, status >= 500 ? 'Internal server error' : error.message)
}

function detail(status: number, text: string): Answer {
  return { status, body: { detail: text } }
}
