import * as z from 'zod/mini'

/**
 * The wire of the Safe Apps SDK, versions 6 to 9: an app posts a request to its
 * parent window and waits for the reply with the same id.
 */
export type AppRequest = {
  id: string
  method: string
  params: unknown
  /** "9.1.0"; a reply repeats it, or the SDK takes it for somebody else's. */
  sdkVersion: string
}

export type AppReply = { id: string; version: string } & (
  | { success: true; data: unknown }
  | { success: false; error: string }
)

const request = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  method: z.string().check(z.minLength(1), z.maxLength(100)),
  params: z.optional(z.unknown()),
  env: z.object({
    sdkVersion: z
      .string()
      .check(z.maxLength(40), z.regex(/^\d{1,4}\.\d{1,6}\.\d/)),
  }),
})

/** Undefined: not a request of the SDK, and nothing to reply to. */
export function readAppRequest(data: unknown): AppRequest | undefined {
  const parsed = z.safeParse(request, data)
  if (!parsed.success) return undefined
  const { id, method, params, env } = parsed.data
  return { id, method, params, sdkVersion: env.sdkVersion }
}

export function toReply(
  { id, sdkVersion }: Pick<AppRequest, 'id' | 'sdkVersion'>,
  data: unknown,
): AppReply {
  return { id, version: sdkVersion, success: true, data }
}

export function toErrorReply(
  { id, sdkVersion }: Pick<AppRequest, 'id' | 'sdkVersion'>,
  error: string,
): AppReply {
  return { id, version: sdkVersion, success: false, error }
}
