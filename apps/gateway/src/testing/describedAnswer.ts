import {
  allServiceEndpoints,
  type ServiceEndpoint,
} from '@covault/api/transaction-service'
import { expect } from 'vitest'
import * as z from 'zod/mini'

const endpoints: ServiceEndpoint[] = Object.values(allServiceEndpoints).flatMap(
  (group) => Object.values(group),
)

/** The description of a call of the transaction service's API. */
export function findServiceEndpoint(
  method: string,
  url: string,
): ServiceEndpoint | undefined {
  const path = url.split('?')[0]?.replace(/^.*\/tx-service\/[^/]+\/api/, '')
  const matches = (template: string) =>
    new RegExp(
      `^${template.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}/?$`,
    ).test(path ?? '')
  const found = endpoints.filter(
    (endpoint) =>
      endpoint.method === method &&
      [endpoint.path, ...(endpoint.aliases ?? [])].some(matches),
  )
  // A name that is written out comes before one that matches any.
  return found.find(({ path }) => !path.includes('{')) ?? found[0]
}

/** That an answer is exactly what its description says, key by key. */
export function expectDescribed(
  { method, url }: { method: string; url: string },
  answer: { status: number; text: string },
): void {
  const endpoint = findServiceEndpoint(method, url)
  if (!endpoint || answer.status >= 300) return
  expect(answer.status).toBe(endpoint.status ?? 200)
  const value: unknown =
    answer.text === '' ? undefined : JSON.parse(answer.text)
  const result = z.safeDecode(endpoint.response, value)
  expect(result.error?.issues ?? [], `${method} ${url}`).toEqual([])
}
