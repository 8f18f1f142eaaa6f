import { BaseError } from '@covault/protocol'
import * as z from 'zod/mini'
import { toForeignText } from '../lib/foreignText.js'

/** What an app says about itself. All of it is a claim. */
export type AppManifest = {
  name: string
  description: string
  iconPath: string
  /** Features of the browser that it would like to use. */
  features: readonly string[]
}

const largestManifest = 100_000
const timeout = 10_000

/** Read by this browser: the gateway never fetches what somebody types. */
export async function fetchManifest(
  appUrl: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<AppManifest> {
  const { origin, pathname } = new URL(appUrl)
  const url = `${origin}${pathname.replace(/\/+$/, '')}/manifest.json`
  const late = AbortSignal.timeout(timeout)
  const explain = (cause: unknown): never => {
    signal?.throwIfAborted()
    throw late.aborted
      ? new ManifestError(
          `${origin} didn’t answer within ${timeout / 1000} seconds.`,
          { cause },
        )
      : new ManifestError(
          `${url} can’t be read. The app doesn’t answer, or doesn’t let other pages read its manifest (Access-Control-Allow-Origin).`,
          { cause },
        )
  }
  const reply = await fetch(url, {
    credentials: 'omit',
    signal: signal ? AbortSignal.any([signal, late]) : late,
  }).catch(explain)
  if (!reply.ok)
    throw new ManifestError(
      `No manifest at ${url}: the server answered with ${reply.status}.`,
    )
  return readManifest(await readText(reply).catch(explain))
}

/** No further than what is read of it: some servers never end. */
async function readText({ body }: Response): Promise<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (reader && text.length <= largestManifest) {
    const { done, value } = await reader.read()
    if (done) return text
    text += value
  }
  await reader?.cancel()
  return text
}

/** Each defect has words of its own, for anyone who makes the app. */
export function readManifest(text: string): AppManifest {
  if (text.length > largestManifest)
    throw new ManifestError(
      `The manifest is longer than the limit of ${largestManifest} characters.`,
    )
  const fields = parseObject(text)
  return {
    name: readField(fields, 'name'),
    description: readField(fields, 'description', 300),
    iconPath: readIconPath(fields),
    features: z.safeParse(features, fields.safe_apps_permissions).data ?? [],
  }
}

const features = z.array(z.string().check(z.maxLength(60)))

function parseObject(text: string): Record<string, unknown> {
  const value = (() => {
    try {
      return JSON.parse(text) as unknown
    } catch (cause) {
      throw new ManifestError('The manifest is not valid JSON.', { cause })
    }
  })()
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ManifestError('The manifest must be a JSON object.')
  return value as Record<string, unknown>
}

/** A path beside the manifest, or a web address. */
function readIconPath(fields: Record<string, unknown>): string {
  const path = readField(fields, 'iconPath', 300)
  const base = 'https://app.invalid'
  const protocol = URL.canParse(path, base) && new URL(path, base).protocol
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new ManifestError(
      'The iconPath in the manifest must be a path or a web address.',
    )
  return path
}

function readField(
  fields: Record<string, unknown>,
  name: string,
  limit?: number,
): string {
  const value = fields[name]
  if (value === undefined || value === null || value === '')
    throw new ManifestError(`The manifest has no ${name}.`)
  if (typeof value !== 'string')
    throw new ManifestError(`The ${name} in the manifest isn’t text.`)
  const text = toForeignText(value, limit)
  if (text === '') throw new ManifestError(`The manifest has no ${name}.`)
  return text
}

export class ManifestError extends BaseError {}
