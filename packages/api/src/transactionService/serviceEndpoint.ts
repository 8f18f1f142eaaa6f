import type { Endpoint } from '../endpoint.js'

/** One call of the transaction service's API, and how it refuses. */
export type ServiceEndpoint = Endpoint & {
  /** What a request that breaks a rule is answered with; 400 when left out. */
  readonly refusal?: 400 | 422
  /** The number clients know such a refusal by, where they know one. */
  readonly refusalCode?: number
  /** What an address in the path without its checksum is called. */
  readonly addressRefusal?: string
  /** What is missing is told only where it is asked for by a hash. */
  readonly missing?: 'nothing' | 'detail' | 'refusal'
  /** The answer has a weak tag, by which clients ask whether it changed. */
  readonly hasTag?: true
  /** The longest page, and the one of anyone who says nothing. */
  readonly paging?: { readonly usual: number; readonly most: number }
}

// @__NO_SIDE_EFFECTS__
export function defineServiceEndpoint<const Definition extends ServiceEndpoint>(
  definition: Definition,
): Definition {
  return definition
}
