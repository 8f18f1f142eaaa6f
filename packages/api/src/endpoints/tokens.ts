import * as z from 'zod/mini'
import {
  address,
  chainId,
  milliseconds,
  nothing,
  openEnum,
  orNull,
} from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'

/** More safes than this do not fit one token. */
export const maximumTokenSafes = 50

const tokenSafe = z.object({ chainId, address })

const fields = {
  id: z.string(),
  name: z.string(),
  /** `propose` includes reading. */
  scope: openEnum(['read', 'propose']),
  safes: z.array(tokenSafe),
  created: milliseconds,
  /** To the minute. */
  lastUsed: orNull(milliseconds),
}
const accessToken = z.object(fields)
export type AccessToken = z.output<typeof accessToken>

export const getAccessTokens = defineEndpoint({
  method: 'GET',
  path: '/v1/auth/tokens',
  summary: 'The tokens for programs that whoever is signed in has made',
  response: z.object({
    /** False where the gateway is open: programs need none. */
    offered: z.boolean(),
    /** Null where nobody is signed in. */
    tokens: orNull(z.array(accessToken)),
  }),
  session: true,
})

export const createAccessToken = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/tokens',
  summary: 'Make a token for a program; it is shown this once',
  body: z.object({
    name: z.string().check(z.minLength(1), z.maxLength(100)),
    scope: z.enum(['read', 'propose']),
    safes: z
      .array(tokenSafe)
      .check(z.minLength(1), z.maxLength(maximumTokenSafes)),
  }),
  response: z.object({ ...fields, token: z.string() }),
  status: 201,
  session: true,
})

export const deleteAccessToken = defineEndpoint({
  method: 'DELETE',
  path: '/v1/auth/tokens/{id}',
  summary: 'Revoke a token',
  params: z.object({ id: z.string().check(z.regex(/^[0-9a-f-]{36}$/)) }),
  response: nothing,
  idempotent: true,
  session: true,
})
