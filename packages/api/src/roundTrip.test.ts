import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  describeRequest,
  describeResponse,
  type Part,
  valuesOf,
} from '../testing/described.js'
import { allEndpoints } from './allEndpoints.js'
import { isRecord, nothing } from './codecs.js'
import type { Endpoint } from './endpoint.js'
import { getDelegates, removeDelegate } from './endpoints/delegates.js'

/**
 * Values are made from the document, so these properties also say that the
 * document promises nothing the schemas refuse.
 */
const runs = { numRuns: 40 }

type Case = { name: string; part: Part }

const endpoints: [string, Endpoint][] = Object.values(allEndpoints).flatMap(
  (group) => Object.entries<Endpoint>(group),
)

const responses: Case[] = endpoints
  .filter(([, endpoint]) => endpoint.response !== nothing)
  .map(([name, endpoint]) => ({ name, part: describeResponse(endpoint) }))

const requests: Case[] = endpoints.flatMap(([name, endpoint]) =>
  Object.entries(describeRequest(endpoint)).map(([which, part]) => ({
    name: `${name} ${which}`,
    part,
  })),
)

describe('answers', () => {
  test.each(responses)('of $name are read and written back', ({ part }) => {
    fc.assert(
      fc.property(valuesOf(part), (wire) => {
        const domain = z.decode(part.schema, wire)
        const written = z.encode(part.schema, domain)
        expect(inLowerCase(written)).toEqual(inLowerCase(wire))
        expect(z.decode(part.schema, written)).toEqual(domain)
      }),
      runs,
    )
  })
})

describe('requests', () => {
  test.each(requests)('with $name are read and written back', ({ part }) => {
    const { schema } = part
    // A document cannot say "at least one of these".
    const mayLack =
      schema === getDelegates.query || schema === removeDelegate.body
    fc.assert(
      fc.property(valuesOf(part), (wire) => {
        const read = z.safeDecode(schema, wire)
        fc.pre(!mayLack || read.success)
        if (!read.success) throw read.error
        const written = z.encode(schema, read.data)
        expect(z.decode(schema, written)).toEqual(read.data)
      }),
      runs,
    )
  })
})

/** Addresses and hashes are normalised, so their letter case may change. */
function inLowerCase(value: unknown): unknown {
  if (typeof value === 'string')
    return /^0x[0-9a-fA-F]+$/.test(value) ? value.toLowerCase() : value
  if (Array.isArray(value)) return value.map(inLowerCase)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      inLowerCase(key),
      inLowerCase(inner),
    ]),
  )
}
