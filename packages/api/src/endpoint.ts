import type * as z from 'zod/mini'

export type Schema = z.ZodMiniType

/** One call of the gateway. Server, client and documentation derive from it. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path parameters stand in braces: `/v1/chains/{chainId}`. */
  readonly path: `/${string}`
  readonly summary: string
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  readonly response: Schema
  /** HTTP status of success; 200 when left out. */
  readonly status?: number
  /** The response is a page whose `next` link leads to the following one. */
  readonly paged?: boolean
  /** Sending it twice does what sending it once does; true for every GET. */
  readonly idempotent?: boolean
  /** Needs the session cookie, so credentials are sent along. */
  readonly session?: boolean
}

export function defineEndpoint<const Definition extends Endpoint>(
  definition: Definition & ParamsMatchPath<Definition>,
): Definition {
  return definition
}

/** What the server reads from the path and the client writes into it. */
export type EndpointParams<E extends Endpoint> = Decoded<E['params']>
/** What the server reads from the query, its defaults filled in. */
export type EndpointQuery<E extends Endpoint> = Decoded<E['query']>
export type EndpointBody<E extends Endpoint> = Decoded<E['body']>
/** The answer as the client hands it on. */
export type EndpointResponse<E extends Endpoint> = Decoded<E['response']>
/** The answer as the server writes it: every key, the present vocabulary. */
export type EndpointWire<E extends Endpoint> = Encoded<E['response']>

type Decoded<S> = S extends Schema ? z.output<S> : undefined
type Encoded<S> = S extends Schema ? z.input<S> : undefined

type PathKeys<Path extends string> =
  Path extends `${string}{${infer Key}}${infer Rest}`
    ? Key | PathKeys<Rest>
    : never

type ParamsMatchPath<Definition extends Endpoint> =
  PathKeys<Definition['path']> extends never
    ? { readonly params?: never }
    : Definition extends { readonly params: infer S extends Schema }
      ? [keyof z.output<S>, PathKeys<Definition['path']>] extends [
          PathKeys<Definition['path']>,
          keyof z.output<S>,
        ]
        ? unknown
        : { readonly params: `${PathKeys<Definition['path']>} must match` }
      : { readonly params: Schema }
