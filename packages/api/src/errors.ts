import { BaseError } from '@covault/protocol'
import type * as z from 'zod/mini'
import { isRecord } from './codecs.js'

/** Parent of everything that can go wrong between a request and its answer. */
export class GatewayError extends BaseError {
  override name = 'GatewayError'
}

/** The gateway answered, and the answer is an error. */
export class GatewayReplyError extends GatewayError {
  override name = 'GatewayReplyError'
  readonly status: number
  /** Opaque: a number from some servers, a word from others. */
  readonly code: string | number | null
  /** The gateway's own sentence, when it gave one. */
  readonly reason: string | null
  /** In a gateway's form, which repeats the status, and not of what stands before it. */
  readonly isOwn: boolean

  constructor(
    response: { status: number; statusText: string },
    body: unknown = undefined,
  ) {
    const { code, statusCode, reason } = readErrorBody(body)
    const { status, statusText } = response
    super(
      code !== null && reason !== null
        ? `${code}: ${reason}`
        : // HTTP/2 has no status text.
          statusText.trim() || (reason ?? `HTTP status ${status}`),
    )
    this.status = status
    this.code = code
    this.reason = reason
    this.isOwn = reason !== null && [code, statusCode].includes(status)
  }
}

/** The answer has content, but the content is not JSON. */
export class InvalidContentError extends GatewayError {
  override name = 'InvalidContentError'
  readonly status: number

  constructor(
    { status, statusText }: { status: number; statusText: string },
    options: { cause?: unknown } = {},
  ) {
    super(`Invalid response content: ${statusText.trim() || status}`, options)
    this.status = status
  }
}

/** No answer came, or it broke off. */
export class GatewayUnreachableError extends GatewayError {
  override name = 'GatewayUnreachableError'

  constructor(
    origin: string,
    options: { cause?: unknown },
    message = `The gateway at ${origin} cannot be reached.`,
  ) {
    super(message, options)
  }
}

/** There is none that could be asked. */
export class NoGatewayError extends GatewayUnreachableError {
  override name = 'NoGatewayError'

  constructor() {
    super('', {}, 'There is no gateway.')
  }
}

export class GatewayTimeoutError extends GatewayError {
  override name = 'GatewayTimeoutError'

  constructor(origin: string, timeout: number, options: { cause?: unknown }) {
    super(
      `The gateway at ${origin} did not answer within ${timeout} ms.`,
      options,
    )
  }
}

export class ResponseTooLargeError extends GatewayError {
  override name = 'ResponseTooLargeError'

  constructor(origin: string, maximumBytes: number) {
    super(
      `The gateway at ${origin} sent more than ${maximumBytes} bytes, the limit.`,
    )
  }
}

/**
 * Whether the gateway is away: it has said nothing, but may later. What stands
 * before one that is gone answers in a form of its own; one that says itself
 * that it fails or is busy is there.
 */
export function isUnanswered(error: unknown): boolean {
  if (error instanceof GatewayReplyError)
    return error.status >= 500 && !error.isOwn
  if (error instanceof InvalidContentError) return error.status >= 500
  return (
    error instanceof GatewayUnreachableError ||
    error instanceof GatewayTimeoutError
  )
}

/** A page link that would send the request somewhere else. */
export class ForeignPageLinkError extends GatewayError {
  override name = 'ForeignPageLinkError'

  constructor(origin: string) {
    super(
      `The link to the next page was refused because it leads away from ${origin}.`,
    )
  }
}

/**
 * The address answers, but not with a live stream: it is another gateway's,
 * or something between answers in its place.
 */
export class NoLiveStreamError extends GatewayError {
  override name = 'NoLiveStreamError'
  readonly status: number

  constructor(
    origin: string,
    { status, contentType }: { status: number; contentType: string | null },
  ) {
    const answer = contentType
      ? `the content type ${contentType.slice(0, 100)}`
      : 'no content type'
    super(
      `The gateway at ${origin} has no live stream: it answered with status ${status} and ${answer}.`,
    )
    this.status = status
  }
}

/** A stream has no end that a call could wait for. */
export class StreamCallError extends BaseError {
  override name = 'StreamCallError'

  constructor(subject: string) {
    super(`${subject} is a stream. Follow it instead of calling it.`)
  }
}

export class InvalidLimitError extends BaseError {
  override name = 'InvalidLimitError'

  constructor(
    limit: string,
    { value, expected }: { value: unknown; expected: string },
  ) {
    super(`The ${limit} must be ${expected}, but it is ${String(value)}.`)
  }
}

export class InvalidBaseUrlError extends BaseError {
  override name = 'InvalidBaseUrlError'

  constructor(options: { cause?: unknown } = {}) {
    super(
      'The base address of the gateway must be an http or https address without credentials.',
      options,
    )
  }
}

/** The answer is JSON, but not of the documented shape. */
export class ResponseSchemaError extends BaseError {
  override name = 'ResponseSchemaError'
  /** Where in the answer: `results.0.transaction.timestamp`. */
  readonly path: string

  constructor(subject: string, cause: unknown) {
    const { path, message } = describeIssue(cause)
    super(`The answer of ${subject} is malformed at ${path}: ${message}.`, {
      cause,
    })
    this.path = path
  }
}

/** The caller's own parameters, query or body are not of the shape. */
export class RequestSchemaError extends BaseError {
  override name = 'RequestSchemaError'
  /** Where in the request: `body.signature`. */
  readonly path: string

  constructor(
    subject: string,
    { path, message }: { path: string; message: string },
    options: { cause?: unknown } = {},
  ) {
    super(
      `The request ${subject} is malformed at ${path}: ${message}.`,
      options,
    )
    this.path = path
  }
}

/**
 * Three shapes exist: `{code, message}`, `{statusCode, message}` and that of a
 * refused request, `{statusCode, code, path, message}` where code is a word.
 */
function readErrorBody(body: unknown) {
  const { code, statusCode, message } = isRecord(body) ? body : {}
  return {
    code: typeof code === 'string' || typeof code === 'number' ? code : null,
    statusCode,
    reason: typeof message === 'string' ? message : null,
  }
}

/** The place and the reason of the first issue of a zod error. */
export function describeIssue(
  error: unknown,
  parents: readonly string[] = [],
): { path: string; message: string } {
  const issue = isSchemaError(error) ? error.issues[0] : undefined
  const { path, message } = issue
    ? deepest(issue, parents)
    : { path: parents, message: 'it cannot be read' }
  return {
    path: path.join('.') || '(root)',
    message: message.replace(/\.$/, ''),
  }
}

function isSchemaError(
  error: unknown,
): error is { issues: z.core.$ZodIssue[] } {
  return error instanceof Error && 'issues' in error
}

/** Of a union's branches the one that got furthest is the one that was meant. */
function deepest(
  issue: z.core.$ZodIssue,
  parents: readonly PropertyKey[],
): { path: string[]; message: string } {
  const path = [...parents, ...issue.path]
  const branches =
    issue.code === 'invalid_union'
      ? issue.errors.flatMap((issues) => issues.slice(0, 1))
      : []
  return branches
    .map((branch) => deepest(branch, path))
    .reduce(
      (best, found) => (found.path.length > best.path.length ? found : best),
      { path: path.map(String), message: issue.message },
    )
}
