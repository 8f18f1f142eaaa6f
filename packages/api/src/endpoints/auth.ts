import * as z from 'zod/mini'
import { address, hex, nothing, openEnum } from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'

export const getAuthNonce = defineEndpoint({
  method: 'GET',
  path: '/v1/auth/nonce',
  summary: 'A nonce for one sign-in, valid for five minutes',
  response: z.object({ nonce: z.string() }),
  session: true,
})

export const verifyAuth = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/verify',
  summary: 'Sign in with an EIP-4361 message; answers with the session cookie',
  body: z.object({ message: z.string(), signature: hex }),
  response: nothing,
  session: true,
})

export const sessionUser = z.object({
  id: z.union([z.string(), z.number()]),
  authMethod: openEnum(['siwe', 'oidc']),
  signerAddress: z.optional(z.nullable(address)),
  email: z.optional(z.nullable(z.string())),
})
export type SessionUser = z.output<typeof sessionUser>

export const getSessionUser = defineEndpoint({
  method: 'GET',
  path: '/v1/auth/me',
  summary: 'Who is signed in',
  response: sessionUser,
  session: true,
})

export const logOut = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/logout',
  summary: 'End the session',
  response: nothing,
  idempotent: true,
  session: true,
})
