import {
  allServiceEndpoints,
  type ServiceEndpoint,
} from '@covault/api/transaction-service'
import { demoAccounts } from '@covault/devnet'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type DemoGateway, shareDemoGateway } from '../demoGateway.js'

// Anybody may send anything to the transaction service's API: no request makes
// it fail or tell of its inside.

const atOnce = 16

let demo: DemoGateway
beforeAll(async () => {
  demo = await shareDemoGateway()
}, 300_000)
afterAll(() => demo?.stop())

const endpoints: ServiceEndpoint[] = Object.values(allServiceEndpoints).flatMap(
  (group) => Object.values(group),
)

type Sent = { method: string; path: string; body: string | undefined }

/** Names of the query and the body as they are described. */
function namesIn(schema: ServiceEndpoint['query']): string[] {
  return schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : []
}

function arbitrarySent(): fc.Arbitrary<Sent> {
  const [safe] = demo.world.safes
  const [proposal] = demo.world.offChain.proposals
  const [message] = demo.world.offChain.messages
  const right = proposal?.body ?? {}
  const words = fc.oneof(
    fc.constantFrom(
      ...[safe?.address ?? '', demoAccounts.alice.address, '0x', 'null', '-1'],
      ...[proposal?.body.safeTxHash ?? '', message?.messageHash ?? '', 'true'],
      ...['nonce', '-created', '2026-01-01', '2026-01-01 00:00:00 01:00', '1'],
      ...[
        '9'.repeat(78),
        '9'.repeat(90),
        '1.2.3',
        `e${'0'.repeat(64)}1`,
        '%00',
      ],
      ...[`9.9.${proposal?.body.safeTxHash}`, '9.9.9.9', '\0'],
    ),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.bigInt({ min: 0n, max: 2n ** 257n }).map(String),
  )
  const values = fc.oneof(
    words,
    fc.integer(),
    fc.constantFrom(null, true, 0, 1, 1.5),
    fc.json().map((text) => JSON.parse(text) as unknown),
  )
  return fc
    .record({
      endpoint: fc.constantFrom(...endpoints),
      parts: fc.array(words, { minLength: 3, maxLength: 3 }),
      usual: fc.array(fc.nat(9), { minLength: 3, maxLength: 3 }),
      given: fc.array(words, { minLength: 30, maxLength: 30 }),
      asked: fc.array(fc.nat(9), { minLength: 30, maxLength: 30 }),
      fields: fc.array(values, { minLength: 20, maxLength: 20 }),
      changed: fc.array(fc.nat(9), { minLength: 20, maxLength: 20 }),
      noise: fc.option(fc.string({ unit: 'binary', maxLength: 60 }), {
        freq: 9,
      }),
    })
    .map(({ endpoint, parts, usual, given, asked, fields, changed, noise }) => {
      let at = 0
      const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
        const index = at++
        if ((usual[index] ?? 0) < 8 && /address|delegate/.test(name))
          return safe?.address ?? ''
        if ((usual[index] ?? 0) < 8 && /safeTxHash/.test(name))
          return proposal?.body.safeTxHash ?? ''
        return encodeURIComponent(toWellFormed(parts[index] ?? ''))
      })
      const query = new URLSearchParams(
        [...namesIn(endpoint.query), 'limit', 'offset', 'after']
          .map((name, index): [string, string] => [
            name,
            toWellFormed(given[index] ?? ''),
          ])
          .filter((_, index) => (asked[index] ?? 0) < 2),
      )
      const body = {
        ...right,
        ...Object.fromEntries(
          namesIn(endpoint.body)
            .map((name, index) => [name, fields[index]])
            .filter((_, index) => (changed[index] ?? 0) < 3),
        ),
      }
      return {
        method: endpoint.method,
        path: `/tx-service/local1/api${path}?${query}`,
        body:
          endpoint.method === 'GET'
            ? undefined
            : toWellFormed(noise ?? JSON.stringify(body)),
      }
    })
}

/** Half a character cannot be part of an address. */
function toWellFormed(text: string): string {
  return Buffer.from(text).toString()
}

test('no request to the transaction service fails or leaks', async () => {
  await sendAll(300)
}, 300_000)

test('the same of ten thousand requests to it @full', async () => {
  await sendAll(10_000)
}, 1_800_000)

async function sendAll(runs: number): Promise<void> {
  const seed = Number(process.env.COVAULT_FUZZ_SEED ?? Date.now() % 2 ** 31)
  process.stdout.write(`seed ${seed}, ${runs} requests\n`)
  const sample = fc.sample(arbitrarySent(), { numRuns: runs, seed })
  let next = 0
  const work = async () => {
    for (;;) {
      const sent = sample[next++]
      if (!sent) return
      const reply = await fetch(`${demo.url}${sent.path}`, {
        method: sent.method,
        headers: { 'content-type': 'application/json' },
        signal: AbortSignal.timeout(60_000),
        ...(sent.body === undefined ? {} : { body: sent.body }),
      })
      const text = await reply.text()
      const told = `${JSON.stringify(sent)} -> ${reply.status} ${text.slice(0, 300)}`
      expect(reply.status, told).toBeLessThan(500)
      expect(text, told).not.toMatch(/\n\s+at |node_modules|select .* from/i)
      if (reply.status >= 400 && text !== '')
        expect(JSON.parse(text), told).toBeTypeOf('object')
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
