import type { Address } from 'viem'
import { z } from 'zod'
import {
  type AccessConfig,
  addressSchema,
  httpUrl,
  isLoopbackHost,
  originSchema,
} from './accessConfig.js'
import { ConfigError } from './configError.js'

/** Who outside is told of what happens, and how. */
export type NoticesConfig = {
  /** Whether members may have notices sent for their safes. */
  members: boolean
  /** Receivers here may be plain http, on other ports and in private networks. */
  trustedOrigins: string[]
  /** After so many failures in a row a receiver is parked. */
  tries: number
  firstRetryMs: number
  timeoutMs: number
  receivers: ReceiverConfig[]
  mail: MailConfig | undefined
  /** Where links lead. */
  appUrl: string
}

type ReceiverConfig = {
  name: string
  url: string
  form: 'events' | 'slack' | 'discord' | 'telegram'
  secret: string | null
  amounts: boolean
  /** Empty: every safe. */
  safes: { chainId: number; address: Address }[]
}

export type MailConfig = {
  host: string
  port: number
  /** TLS from the first byte; else STARTTLS, without which nothing is sent. */
  secure: boolean
  user: string | undefined
  password: string | undefined
  from: string
}

/** Named, so that the file holds no secret. */
const variable = z
  .string()
  .regex(/^COVAULT_[A-Z0-9_]+$/, 'The name must begin with COVAULT_')

export const noticesSchema = z
  .strictObject({
    members: z.boolean().optional(),
    trustedOrigins: z.array(originSchema).default([]),
    tries: z.int().min(1).max(100).default(12),
    firstRetrySeconds: z.number().min(0.05).max(3_600).default(5),
    timeoutSeconds: z.number().min(0.1).max(60).default(10),
    receivers: z
      .array(
        z.strictObject({
          name: z.string().min(1).max(100),
          /** One of the two: addresses of chat services are secrets. */
          url: httpUrl.optional(),
          urlFrom: variable.optional(),
          form: z
            .enum(['events', 'slack', 'discord', 'telegram'])
            .default('events'),
          secretFrom: variable.optional(),
          amounts: z.boolean().default(false),
          safes: z
            .array(
              z.strictObject({
                chainId: z.int().positive(),
                address: addressSchema,
              }),
            )
            .default([]),
        }),
      )
      .default([]),
    mail: z
      .strictObject({
        host: z.string().min(1),
        port: z.int().min(1).max(65_535).default(587),
        secure: z.boolean().optional(),
        user: z.string().min(1).optional(),
        passwordFrom: variable.optional(),
        from: z.string().min(3).max(320),
      })
      .optional(),
  })
  .prefault({})

type Parsed = z.output<typeof noticesSchema>

export function completeNotices(
  parsed: Parsed,
  environment: NodeJS.ProcessEnv,
  { access, host, port }: { access: AccessConfig; host: string; port: number },
): NoticesConfig {
  const names = parsed.receivers.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined)
    throw new ConfigError(`The receiver ${twice} is listed twice.`)
  const ownHost = isLoopbackHost(host) ? host : '127.0.0.1'
  return {
    members: parsed.members ?? access.mode === 'members',
    trustedOrigins: parsed.trustedOrigins,
    tries: parsed.tries,
    firstRetryMs: 1000 * parsed.firstRetrySeconds,
    timeoutMs: 1000 * parsed.timeoutSeconds,
    receivers: parsed.receivers.map((entry) =>
      completeReceiver(entry, environment),
    ),
    mail: parsed.mail && completeMail(parsed.mail, environment),
    appUrl: access.publicUrl ?? `http://${ownHost}:${port}`,
  }
}

function completeReceiver(
  entry: Parsed['receivers'][number],
  environment: NodeJS.ProcessEnv,
): ReceiverConfig {
  const { name, form, amounts, safes, urlFrom, secretFrom } = entry
  const url = urlFrom ? readVariable(urlFrom, name, environment) : entry.url
  if (!url || !URL.canParse(url))
    throw new ConfigError(
      `The receiver ${name} needs a valid address in url, or the name of the variable that holds it in urlFrom.`,
    )
  const secret = secretFrom
    ? readVariable(secretFrom, name, environment)
    : undefined
  if (form === 'events' && !secret)
    throw new ConfigError(
      `The receiver ${name} needs a secret that its events are signed with. Name its variable in secretFrom.`,
    )
  if (secret && !isSecret(secret))
    throw new ConfigError(
      `The secret in ${secretFrom} must be whsec_ and 24 to 64 bytes in base64.`,
    )
  return { name, url, form, secret: secret ?? null, amounts, safes }
}

function readVariable(
  variableName: string,
  receiver: string,
  environment: NodeJS.ProcessEnv,
): string {
  const value = environment[variableName]
  if (value) return value
  throw new ConfigError(
    `The receiver ${receiver} reads ${variableName}, which is not set.`,
  )
}

/** As Standard Webhooks writes them. */
function isSecret(text: string): boolean {
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text)) return false
  const { length } = Buffer.from(text.slice('whsec_'.length), 'base64')
  return length >= 24 && length <= 64
}

function completeMail(
  mail: NonNullable<Parsed['mail']>,
  environment: NodeJS.ProcessEnv,
): MailConfig {
  const { host, port, user, from, passwordFrom } = mail
  const password = passwordFrom && environment[passwordFrom]
  if (passwordFrom && !password)
    throw new ConfigError(
      `The mail server's password is read from ${passwordFrom}, which is not set.`,
    )
  if (/[\r\n]/.test(from))
    throw new ConfigError('notices.mail.from must be a single line.')
  const secure = mail.secure ?? port === 465
  return { host, port, user, from, secure, password: password || undefined }
}
