import type { FastifyRequest } from 'fastify'
import type { SafePlace } from '../commands/membership.js'
import type { Context } from '../context.js'

/**
 * Whom a route answers where the gateway is for members. Every route has one,
 * or the gateway does not start.
 */
export type AccessRule =
  /** Nothing of any safe is in the answer. */
  | { for: 'anyone' }
  /**
   * The answer is about the session of anyone who asks, and about nobody else.
   */
  | { for: 'own session' }
  /** For those who look after the gateway, in either mode. */
  | { for: 'administrators' }
  /** For members of any safe; the answer is about none in particular. */
  | { for: 'members'; does: Deed }
  /** The route itself shows only what its viewer may see. */
  | { for: 'visible'; does: Deed }
  | { for: 'safe'; does: Deed; find: FindSafe }

/** What a token must be good for. */
export type Deed = 'read' | 'propose'

/**
 * The safe that a request is about. `undefined`: there is none. `'none named'`:
 * the request is about none in particular. Where it is `hidden`, anyone who
 * may not see it is told that there is none.
 */
export type FindSafe = (
  context: Context,
  request: FastifyRequest,
) => Promise<FoundSafe> | FoundSafe

export type FoundSafe =
  | (SafePlace & { hidden?: boolean })
  | undefined
  | 'none named'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: AccessRule
  }
}

export const anyone = { access: { for: 'anyone' } } as const
