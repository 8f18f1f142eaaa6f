import { BaseError } from '@covault/protocol'

// What a request can run into, in the three forms the wire knows.
// http/errorHandler.ts writes them; everybody else only throws them.

/** Not found, not stored, not reachable: `{ code, message }`. */
export class StorageFailure extends BaseError {
  override name = 'StorageFailure'
  readonly status: number
  /** Seconds after which it may be tried again. */
  readonly retryAfter: number | undefined
  constructor(
    status: number,
    message: string,
    options: { retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.status = status
    this.retryAfter = options.retryAfter
  }
}

/** What most unknown things are called on the wire. */
export class NotFoundFailure extends StorageFailure {
  override name = 'NotFoundFailure'
  constructor(message = 'An error occurred') {
    super(404, message)
  }
}

/** A rule is broken: `{ statusCode, message }`. */
export class RuleFailure extends BaseError {
  override name = 'RuleFailure'
  readonly status: number
  /** Whether the body names the status too, as errors of the framework do. */
  readonly named: boolean
  /** Seconds after which it may be tried again. */
  readonly retryAfter: number | undefined
  constructor(
    message: string,
    options: {
      status?: number
      named?: boolean
      retryAfter?: number
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.status = options.status ?? 422
    this.named = options.named ?? false
    this.retryAfter = options.retryAfter
  }
}

export type InputIssue = {
  readonly code: string
  readonly path: readonly (string | number)[]
  readonly message: string
  /** What was expected, and the like. */
  readonly [extra: string]: unknown
}

/** The request cannot be read: `{ statusCode, code, path, message, ... }`. */
export class InputFailure extends BaseError {
  override name = 'InputFailure'
  readonly status = 422
  readonly issue: InputIssue
  constructor(issue: InputIssue) {
    super(issue.message)
    this.issue = issue
  }
}
