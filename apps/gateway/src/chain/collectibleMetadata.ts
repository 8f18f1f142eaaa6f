import { isRecord } from './answer.js'
import { FetchRefusedError, type Resolve } from './pinnedRequest.js'
import { safeFetch } from './safeFetch.js'
import { cleanText } from './tokenText.js'

export type CollectibleMetadata = {
  name: string | null
  description: string | null
  imageUri: string | null
  /** Plain values only, as they may be shown. */
  metadata: Record<string, unknown>
}

/** What may be asked of other hosts. */
export type OutboundAccess = {
  allowed: boolean
  /** Origins, tried in order. */
  ipfsGateways: readonly string[]
  resolve?: Resolve | undefined
}

export type MetadataOutcome =
  | { metadata: CollectibleMetadata; flaw?: undefined }
  | { flaw: MetadataFlaw }

export type MetadataFlaw =
  | 'no-uri'
  | 'unknown-scheme'
  | 'outbound-access-off'
  | 'no-ipfs-gateway'
  | 'not-fetched'
  | 'not-json'

const limits = {
  maximumBytes: 200_000,
  timeoutMs: 5_000,
  // Raw files are often served as plain text.
  mediaTypes: ['application/json', 'text/json', 'text/plain'],
}

/** Reads what a collectible says about itself, wherever it says it. */
export async function readCollectibleMetadata(
  uri: string | undefined,
  access: OutboundAccess,
): Promise<MetadataOutcome> {
  const document = await readDocument(uri, access)
  if (typeof document !== 'string' && 'flaw' in document) return document
  const json = parseJson(document)
  if (!isRecord(json)) return { flaw: 'not-json' }
  return { metadata: toMetadata(json, access) }
}

type Flawed = { flaw: MetadataFlaw }

async function readDocument(
  uri: string | undefined,
  access: OutboundAccess,
): Promise<string | Flawed> {
  if (!uri) return { flaw: 'no-uri' }
  if (/^data:/i.test(uri)) return readDataUri(uri) ?? { flaw: 'not-json' }
  const ipfsPath = readIpfsPath(uri)
  if (ipfsPath === undefined && !/^https:/i.test(uri))
    return { flaw: 'unknown-scheme' }
  if (!access.allowed) return { flaw: 'outbound-access-off' }
  if (ipfsPath === undefined) return fetchFirst([uri], { access, trusted: [] })
  if (access.ipfsGateways.length === 0) return { flaw: 'no-ipfs-gateway' }
  return fetchFirst(
    access.ipfsGateways.map((gateway) => toGatewayUrl(gateway, ipfsPath)),
    {
      access,
      trusted: access.ipfsGateways.map((gateway) => new URL(gateway).origin),
    },
  )
}

async function fetchFirst(
  urls: readonly string[],
  { access, trusted }: { access: OutboundAccess; trusted: readonly string[] },
): Promise<string | Flawed> {
  for (const url of urls) {
    try {
      const body = await safeFetch(url, {
        ...limits,
        trustedOrigins: trusted,
        resolve: access.resolve,
      })
      return body.toString('utf8')
    } catch (error) {
      if (!(error instanceof FetchRefusedError)) throw error
    }
  }
  return { flaw: 'not-fetched' }
}

/** `data:[<type>][;base64],<content>`, as RFC 2397 and as contracts write it. */
function readDataUri(uri: string): string | undefined {
  const comma = uri.indexOf(',')
  if (comma === -1) return undefined
  const head = uri.slice('data:'.length, comma).toLowerCase()
  const [type = '', ...flags] = head.split(';')
  if (!['application/json', 'text/plain', ''].includes(type)) return undefined
  const content = uri.slice(comma + 1)
  if (flags.includes('base64'))
    return Buffer.from(content, 'base64').toString('utf8')
  try {
    return decodeURIComponent(content)
  } catch {
    // Many contracts escape nothing, not even percent signs.
    return content
  }
}

/** The path behind `ipfs://`, with or without a needless `ipfs/`. */
function readIpfsPath(uri: string): string | undefined {
  const [, path] = /^ipfs:\/\/(?:ipfs\/)?([^?#]+)$/i.exec(uri) ?? []
  // Steps upwards could leave the gateway's /ipfs/.
  if (path === undefined || /(^|\/)\.{1,2}(\/|$)|\\|%/.test(path))
    return undefined
  return /^[A-Za-z0-9]{20,}(\/|$)/.test(path) ? path : undefined
}

function toGatewayUrl(gateway: string, path: string): string {
  return new URL(`/ipfs/${path}`, gateway).href
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const imageKeys = [
  'image',
  'image_url',
  'image_uri',
  'imageUri',
  'imageUrl',
  'image_data',
]

const longestText = 2_000
const mostFields = 50

function toMetadata(
  json: Record<string, unknown>,
  access: OutboundAccess,
): CollectibleMetadata {
  return {
    name: toText(json.name, 100),
    description: toText(json.description, longestText),
    imageUri: findImage(json, access),
    metadata: keepPlain(json),
  }
}

function toText(value: unknown, maximum: number): string | null {
  return typeof value === 'string' ? cleanText(value, maximum) || null : null
}

function findImage(
  json: Record<string, unknown>,
  access: OutboundAccess,
): string | null {
  for (const key of imageKeys) {
    const image = toImageUri(json[key], access)
    if (image !== null) return image
  }
  return null
}

/** Pictures are named, never fetched; anyone who shows them decides. */
function toImageUri(value: unknown, access: OutboundAccess): string | null {
  if (typeof value !== 'string') return null
  const uri = value.trim()
  if (/^<svg[\s>]/i.test(uri))
    return `data:image/svg+xml;base64,${Buffer.from(uri).toString('base64')}`
  if (/^data:image\/[a-z0-9.+-]+[;,]/i.test(uri)) return uri
  if (uri.length > longestText) return null
  const ipfsPath = readIpfsPath(uri)
  const [gateway] = access.ipfsGateways
  if (ipfsPath !== undefined)
    return access.allowed && gateway !== undefined
      ? toGatewayUrl(gateway, ipfsPath)
      : `ipfs://${ipfsPath}`
  return /^https:\/\//i.test(uri) && URL.canParse(uri)
    ? new URL(uri).href
    : null
}

/** Texts, numbers, truth values, and the common list of attributes. */
function keepPlain(json: Record<string, unknown>): Record<string, unknown> {
  const fields = Object.entries(json)
    .filter(([key]) => !imageKeys.includes(key))
    .flatMap(([key, value]): [string, unknown][] => {
      const clean = cleanText(key, 60)
      const kept =
        clean === 'attributes' ? keepAttributes(value) : toPlain(value)
      return kept === undefined || !isFieldName(clean) ? [] : [[clean, kept]]
    })
  return Object.fromEntries(fields.slice(0, mostFields))
}

function keepAttributes(value: unknown): unknown {
  if (!Array.isArray(value)) return undefined
  return value
    .slice(0, mostFields)
    .filter(isRecord)
    .map((attribute) =>
      Object.fromEntries(
        ['trait_type', 'display_type', 'value'].flatMap((key) => {
          const plain = toPlain(attribute[key])
          return plain === undefined ? [] : [[key, plain]]
        }),
      ),
    )
}

function isFieldName(name: string): boolean {
  return (
    name !== '' && !['__proto__', 'constructor', 'prototype'].includes(name)
  )
}

function toPlain(value: unknown): string | number | boolean | undefined {
  if (typeof value === 'string') return cleanText(value, longestText)
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return undefined
}
