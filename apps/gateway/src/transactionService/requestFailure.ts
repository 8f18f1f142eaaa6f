import { BaseError } from '@covault/protocol'

/** What is wrong with one field, or with several together. */
export type Fault = {
  /** Undefined: it is about more than one field. */
  field: string | undefined
  text: string
}

/** The request cannot be read, or asks for what this API does not do. */
export class RequestFailure extends BaseError {
  override name = 'RequestFailure'
  readonly place: 'query' | 'body'
  readonly faults: readonly Fault[]
  constructor(place: 'query' | 'body', faults: readonly Fault[]) {
    super(faults[0]?.text ?? 'The request cannot be read.')
    this.place = place
    this.faults = faults
  }
}

/** One with a number that clients know it by. */
export class NumberedFailure extends BaseError {
  override name = 'NumberedFailure'
  readonly status: number
  readonly code: number
  readonly values: readonly string[]
  constructor(
    status: number,
    parameters: { code: number; message: string; values?: readonly string[] },
  ) {
    super(parameters.message)
    this.status = status
    this.code = parameters.code
    this.values = parameters.values ?? []
  }
}

/** A text that clients look for in an answer of 404. */
export const notFoundText =
  'The requested resource was not found on this server.'

/** Something that can be said in one sentence. */
export class DetailFailure extends BaseError {
  override name = 'DetailFailure'
  readonly status: number
  constructor(status: number, detail: string) {
    super(detail)
    this.status = status
  }
}
