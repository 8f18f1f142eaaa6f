import { allEndpoints } from '@covault/api/openapi'
import { demoAccounts } from '@covault/devnet'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoGateway, shareDemoGateway } from '../demoGateway.js'

// Anybody may send anything: no request makes the gateway fail, tell of its
// inside, or store what a rule forbids.

const atOnce = 16

let demo: DemoGateway
beforeAll(async () => {
  demo = await shareDemoGateway()
}, 300_000)
afterAll(() => demo?.stop())

const endpoints = Object.values(allEndpoints).flatMap((group) =>
  Object.entries(group).map(([name, endpoint]) => ({ name, ...endpoint })),
)

type Sent = {
  name: string
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
}

/** Half of what is sent is nearly right: only that gets past the first check. */
function arbitrarySent(): fc.Arbitrary<Sent> {
  const [first, second] = demo.world.safes
  const [proposal] = demo.world.offChain.proposals
  const [message] = demo.world.offChain.messages
  const hex = (bytes: number) =>
    fc
      .uint8Array({ minLength: bytes, maxLength: bytes })
      .map((array) => `0x${Buffer.from(array).toString('hex')}`)
  const addresses = fc.oneof(
    fc.constantFrom(
      first?.address ?? '',
      second?.address ?? '',
      demoAccounts.alice.address,
      first?.address.toLowerCase() ?? '',
    ),
    hex(20),
  )
  const hashes = fc.oneof(
    fc.constantFrom(
      proposal?.body.safeTxHash ?? '',
      message?.messageHash ?? '',
      `multisig_${first?.address}_${proposal?.body.safeTxHash}`,
    ),
    hex(32),
  )
  const junk = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom('', '0', '-1', 'null', '../..', '%00', 'NaN', '1e9'),
    fc.string({ minLength: 250, maxLength: 300 }),
  )
  const words = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('31337', '31338', 'usd', 'true') },
    { weight: 3, arbitrary: addresses },
    { weight: 3, arbitrary: hashes },
    { weight: 1, arbitrary: junk },
  )
  const values = fc.oneof(
    words,
    fc.bigInt({ min: 0n, max: 2n ** 256n }).map(String),
    hex(65),
    fc.integer(),
    fc.constantFrom(null, 0, 1, true),
    fc.json().map((text) => JSON.parse(text) as unknown),
  )
  const queries = fc.dictionary(
    fc.constantFrom(
      ...['cursor', 'trusted', 'timezone', 'safes', 'to', 'value', 'nonce'],
      ...['executed', 'execution_date__gte', 'imitation', 'safe', 'x'],
    ),
    fc.oneof(
      words,
      fc.constantFrom(
        'limit=9999&offset=-3',
        'limit=2&offset=99999&after=1.2.3.multisig.x',
        'limit=2&offset=0&after=9.9.9.transfer.0:0',
        'Europe/Berlin',
        'false',
      ),
    ),
    { maxKeys: 4 },
  )
  const fields = [
    ...['to', 'value', 'data', 'nonce', 'operation', 'safeTxGas', 'baseGas'],
    ...['gasPrice', 'gasToken', 'refundReceiver', 'safeTxHash', 'sender'],
    ...['signature', 'origin', 'message', 'safe', 'delegate', 'delegator'],
    'label',
  ]
  const bodies = fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(
          fc.constant(proposal?.body ?? {}),
          fc.dictionary(fc.constantFrom(...fields), values, { maxKeys: 6 }),
        )
        .map(([right, wrong]) => JSON.stringify({ ...right, ...wrong })),
    },
    {
      weight: 2,
      arbitrary: fc
        .dictionary(fc.constantFrom(...fields), values, { maxKeys: 8 })
        .map((body) => JSON.stringify(body)),
    },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 100 }) },
  )
  const methods = ['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS']
  return fc
    .record({
      endpoint: fc.constantFrom(...endpoints),
      words: fc.array(words, { minLength: 4, maxLength: 4 }),
      right: fc.array(fc.nat(9), { minLength: 4, maxLength: 4 }),
      query: queries,
      method: fc.constantFrom(...methods),
      ownMethod: fc.nat(9),
      slash: fc.boolean(),
      body: bodies,
      type: fc.constantFrom(
        'application/json',
        'application/json',
        'text/plain',
        'application/x-www-form-urlencoded',
        '',
      ),
      origin: fc.constantFrom('', 'https://evil.example', 'null', 'x'),
    })
    .map((drawn) => {
      let index = 0
      const path = drawn.endpoint.path.replace(
        /\{(\w+)\}/g,
        (_: string, name: string) => {
          const at = index++
          const usual = (drawn.right[at] ?? 0) < 8
          if (usual && name === 'chainId') return '31337'
          if (usual && /address|safe_address/.test(name))
            return first?.address ?? ''
          return encodeURIComponent(toWellFormed(drawn.words[at] ?? ''))
        },
      )
      const query = new URLSearchParams(
        Object.entries(drawn.query).map(([key, value]): [string, string] => [
          key,
          toWellFormed(value),
        ]),
      )
      const method = drawn.ownMethod < 8 ? drawn.endpoint.method : drawn.method
      const withBody = !['GET', 'HEAD'].includes(method)
      return {
        name: drawn.endpoint.name,
        method,
        path: `${path}${drawn.slash ? '/' : ''}?${query}`,
        headers: {
          ...(drawn.type && withBody ? { 'content-type': drawn.type } : {}),
          ...(drawn.origin ? { origin: drawn.origin } : {}),
        },
        body: withBody ? toWellFormed(drawn.body) : undefined,
      }
    })
}

/** Each call once as it is meant, so that all are reached however few follow. */
function listPlain(): Sent[] {
  const [safe] = demo.world.safes
  const [proposal] = demo.world.offChain.proposals
  return endpoints.map(({ name, method, path }) => ({
    name,
    method,
    path: path.replace(/\{(\w+)\}/g, (_: string, parameter: string) => {
      if (parameter === 'chainId') return '31337'
      if (/address/.test(parameter)) return safe?.address ?? ''
      return proposal?.body.safeTxHash ?? ''
    }),
    headers: method === 'GET' ? {} : { 'content-type': 'application/json' },
    body: method === 'GET' ? undefined : '{}',
  }))
}

/** Half a character cannot be part of an address. */
function toWellFormed(text: string): string {
  return Buffer.from(text).toString()
}

async function readStored(): Promise<unknown> {
  const read = async (path: string) =>
    (await fetch(`${demo.url}${path}`)).json() as Promise<unknown>
  const chain = '/v1/chains/31337'
  return Promise.all(
    demo.world.safes.flatMap(({ address }) => [
      read(`${chain}/safes/${address}/transactions/queued?trusted=false`),
      read(`${chain}/safes/${address}/messages`),
      read(`/v2/chains/31337/delegates?safe=${address}`),
    ]),
  )
}

test('no request fails, leaks or stores what it may not', async () => {
  await sendAll(400)
}, 300_000)

test('the same of ten thousand requests @full', async () => {
  await sendAll(10_000)
}, 1_800_000)

async function sendAll(runs: number): Promise<void> {
  const stored = await readStored()
  const covered = new Set<string>()
  const statuses = new Map<number, number>()
  const seed = Number(process.env.COVAULT_FUZZ_SEED ?? Date.now() % 2 ** 31)
  process.stdout.write(`seed ${seed}, ${runs} requests\n`)
  const plain = listPlain()
  const sample = [
    ...plain,
    ...fc.sample(arbitrarySent(), { numRuns: runs - plain.length, seed }),
  ]
  let next = 0
  const work = async () => {
    for (;;) {
      const sent = sample[next++]
      if (!sent) return
      const reply = await fetch(`${demo.url}${sent.path}`, {
        method: sent.method,
        headers: sent.headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(60_000),
        ...(sent.body === undefined ? {} : { body: sent.body }),
      })
      const text = await reply.text()
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
      if (!text.includes('Cannot ')) covered.add(sent.name)
      const told = `${JSON.stringify(sent)} -> ${reply.status} ${text.slice(0, 300)}`
      expect(reply.status, told).toBeLessThan(500)
      expect(text, told).not.toMatch(/\n\s+at |node_modules|select .* from/i)
      if (reply.status >= 400 && sent.method !== 'HEAD')
        expect(JSON.parse(text), told).toHaveProperty('message')
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  process.stdout.write(
    `${covered.size} of ${endpoints.length} calls covered; ${JSON.stringify([...statuses])}\n`,
  )
  expect(covered.size).toBe(endpoints.length)
  expect(await readStored()).toEqual(stored)
}
