import type * as z from 'zod/mini'
import type { LiveEventName } from './liveEventNames.js'

export type Schema = z.ZodMiniType

/** One call of the gateway. Server, client and documentation derive from it. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path parameters stand in braces: `/v1/chains/{chainId}`. */
  readonly path: `/${string}`
  /** Further paths a server answers alike; clients use `path`. */
  readonly aliases?: readonly `/${string}`[]
  readonly summary: string
  readonly params?: Schema
  /** Path parameters a caller may leave out. */
  readonly paramDefaults?: Readonly<Record<string, string>>
  readonly query?: Schema
  /** Those that carry input, by their names in lower case. */
  readonly headers?: Schema
  readonly body?: Schema
  readonly response: Schema
  /** HTTP status of success; 200 when left out. */
  readonly status?: number
  /** The response is a page whose `next` link leads to the following one. */
  readonly paged?: boolean
  /** Sending it twice does what sending it once does; every GET is so. */
  readonly idempotent?: boolean
  /** Answers with server-sent events; the response is the data of each. */
  readonly stream?: boolean
  /**
   * The live events of a safe after which the answer may be another, besides
   * `safe`, `reorg` and `reset`, after which everything about it may. What is
   * about no safe in particular is touched by nothing but these, of any safe.
   */
  readonly touchedBy?: readonly LiveEventName[]
  /** Needs the session cookie, so credentials are sent along. */
  readonly session?: boolean
}

// @__NO_SIDE_EFFECTS__
export function defineEndpoint<const Definition extends Endpoint>(
  definition: Definition & ParamsOfPath<Definition>,
): Definition {
  return definition
}

/** What the server reads from the path. */
export type EndpointParams<E extends Endpoint> = Decoded<E['params']>
/** What the server reads from the query, its defaults filled in. */
export type EndpointQuery<E extends Endpoint> = Decoded<E['query']>
/** What the server reads from the headers. */
export type EndpointHeaders<E extends Endpoint> = Decoded<E['headers']>
/** What the server reads from the body. */
export type EndpointBody<E extends Endpoint> = Decoded<E['body']>
/** The answer as the client hands it on. */
export type EndpointResponse<E extends Endpoint> = Decoded<E['response']>
/** The answer as the server writes it: every key, the present vocabulary. */
export type EndpointWire<E extends Endpoint> = Encoded<E['response']>

type Decoded<S> = S extends Schema ? z.output<S> : undefined
type Encoded<S> = S extends Schema ? z.input<S> : undefined

type PathKey<Path extends string> =
  Path extends `${string}{${infer Key}}${infer Rest}`
    ? Key | PathKey<Rest>
    : never

/** Refuses a definition whose params are not exactly those of its path. */
type ParamsOfPath<Definition extends Endpoint> = [
  PathKey<Definition['path']>,
] extends [never]
  ? { readonly params?: never }
  : {
      readonly params: z.ZodMiniType<
        Record<PathKey<Definition['path']>, unknown>
      > &
        (Exclude<
          keyof Decoded<Definition['params']>,
          PathKey<Definition['path']>
        > extends never
          ? unknown
          : never)
    }
