import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.js'
import {
  describeIssue,
  ForeignPageLinkError,
  NoGatewayError,
  RequestSchemaError,
} from './errors.js'

export type RequestInput = {
  params?: object | undefined
  query?: object | undefined
  body?: unknown
  pageUrl?: string | undefined
}

/** The address a call goes to. A page link is followed as it is, or refused. */
export function buildUrl(
  baseUrl: string | null,
  endpoint: Endpoint,
  { params, query, pageUrl }: RequestInput,
): string {
  if (baseUrl === null) throw new NoGatewayError()
  if (pageUrl !== undefined) {
    checkPaged(endpoint, pageUrl)
    return checkPageUrl(baseUrl, pageUrl)
  }
  const path = buildPath(endpoint, {
    ...endpoint.paramDefaults,
    ...withoutEmpty(params),
  })
  return `${baseUrl}${path}${buildQuery(endpoint, query)}`
}

/** An absent, undefined or null parameter leaves the default in place. */
function withoutEmpty(params: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params ?? {}).filter(([, value]) => value != null),
  )
}

/** A body that is text already is sent as it is. */
export function buildBody(
  endpoint: Endpoint,
  body: unknown,
): string | undefined {
  if (!endpoint.body) return undefined
  if (typeof body === 'string') return body
  const content = encodePart(endpoint, 'body', body)
  try {
    return JSON.stringify(content)
  } catch (cause) {
    // A bigint in typed data, or a circle.
    const message = 'it cannot be written as JSON'
    throw new RequestSchemaError(
      nameOf(endpoint),
      { path: 'body', message },
      { cause },
    )
  }
}

export function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`
}

/**
 * The link of a last page is null: followed as "no link" it would lead to the
 * first page again.
 */
function checkPaged(endpoint: Endpoint, pageUrl: unknown): void {
  const isPaged = endpoint.paged === true && endpoint.method === 'GET'
  if (isPaged && typeof pageUrl === 'string') return
  throw new RequestSchemaError(nameOf(endpoint), {
    path: 'pageUrl',
    message: isPaged ? 'there is no link to a page' : 'the call has no pages',
  })
}

function checkPageUrl(baseUrl: string, pageUrl: string): string {
  const { origin } = new URL(baseUrl)
  const link = URL.canParse(pageUrl) ? new URL(pageUrl) : undefined
  // A blob: link has the origin of its maker; parsers mend backslashes and
  // white space, so such a link is not followed as it is written.
  const stays =
    link?.origin === origin &&
    /^https?:$/.test(link.protocol) &&
    !/[\\\s]/.test(pageUrl) &&
    link.username === '' &&
    link.password === ''
  if (!stays) throw new ForeignPageLinkError(origin)
  return pageUrl
}

function buildPath(endpoint: Endpoint, params: object): string {
  const values = encodePart(endpoint, 'params', params)
  return endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeSegment(endpoint, key, values[key]),
  )
}

/**
 * A segment that is empty or only dots would lead to another path than the
 * one described, because addresses are normalised before they are sent. Half
 * a surrogate pair cannot be encoded at all.
 */
const misleadingSegment = /^\.{0,2}$|\p{Surrogate}/u

function encodeSegment(
  endpoint: Endpoint,
  key: string,
  value: unknown,
): string {
  const segment = String(value)
  if (misleadingSegment.test(segment))
    throw new RequestSchemaError(nameOf(endpoint), {
      path: `params.${key}`,
      message: 'it cannot be part of a path',
    })
  return encodeURIComponent(segment)
}

function buildQuery(endpoint: Endpoint, query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => isGiven(value))
  const values = encodePart(endpoint, 'query', Object.fromEntries(given))
  const fields = Object.entries(values).filter(([, value]) => isGiven(value))
  const text = new URLSearchParams(
    Object.fromEntries(fields.map(([key, value]) => [key, String(value)])),
  ).toString()
  return text && `?${text}`
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

function encodePart(
  endpoint: Endpoint,
  part: 'params' | 'query' | 'body',
  value: unknown,
): Record<string, unknown> {
  const schema = endpoint[part]
  if (!schema) return {}
  const result = z.safeEncode(schema, value)
  if (!result.success)
    throw new RequestSchemaError(
      nameOf(endpoint),
      describeIssue(result.error, [part]),
      { cause: result.error },
    )
  return result.data as Record<string, unknown>
}
