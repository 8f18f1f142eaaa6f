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
  summary: 'The signed-in account’s tokens for programs',
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
  summary: 'Create an access token for a program; it is shown only once',
  body: z.object({
    /** Of 1 to 100 characters. */
    name: z.string(),
    scope: z.enum(['read', 'propose']),
    /** From 1 to 50. */
    safes: z.array(tokenSafe),
  }),
  response: z.object({ ...fields, token: z.string() }),
  status: 201,
  session: true,
})

export const deleteAccessToken = defineEndpoint({
  method: 'DELETE',
  path: '/v1/auth/tokens/{id}',
  summary: 'Revoke an access token',
  params: z.object({ id: z.string().check(z.regex(/^[0-9a-f-]{36}$/)) }),
  response: nothing,
  idempotent: true,
  session: true,
})
