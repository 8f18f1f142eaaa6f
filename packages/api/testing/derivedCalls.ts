import fc from 'fast-check'
import * as z from 'zod/mini'
import { nothing } from '../src/codecs.js'
import { type CallInput, call } from '../src/createClient.js'
import type { Endpoint } from '../src/endpoint.js'
import type { CallCase } from './callCase.js'
import {
  describeRequest,
  describeResponse,
  type Part,
  valuesOf,
} from './described.js'

/**
 * The case of an endpoint that nobody wrote one for, made from its
 * description: always the same values, no more of them than it asks for.
 */
export function deriveCall(name: string, endpoint: Endpoint): CallCase {
  const { params, query, body } = describeRequest(endpoint)
  const input = {
    ...(params && { params: pick(params) }),
    ...(query && { query: pick(query) }),
    ...(body && { body: pick(body) }),
  }
  return {
    name,
    endpoint,
    make: (client, limits) =>
      // What the description allows cannot be told to the compiler.
      call(client, endpoint, { ...input, ...limits } as CallInput<Endpoint>),
    line: `${endpoint.method} ${writePath(endpoint, input.params)}${writeQuery(endpoint, input.query)}`,
    ...(endpoint.body && { body: z.encode(endpoint.body, input.body) }),
    answer:
      endpoint.response === nothing
        ? undefined
        : z.encode(endpoint.response, pick(describeResponse(endpoint))),
  }
}

/** Nothing, where nothing is enough. */
function pick(part: Part): unknown {
  const least = z.safeDecode(part.schema, {})
  if (least.success) return least.data
  const [wire] = fc.sample(valuesOf(part), { numRuns: 1, seed: 1 })
  return z.decode(part.schema, wire)
}

function writePath({ path, params }: Endpoint, values: unknown): string {
  const wire = Object(params ? z.encode(params, values) : {})
  return path.replace(/\{(\w+)\}/g, (_, key) => encodeURIComponent(wire[key]))
}

function writeQuery({ query }: Endpoint, values: unknown): string {
  const wire = query ? Object(z.encode(query, values)) : {}
  const given = Object.entries(wire).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(given as [string, string][]).toString()
  return text && `?${text}`
}
