import { createOpenApiDocument } from '@covault/api/openapi'
import { createServiceDocument } from '@covault/api/transaction-service'
import {
  type DeployedSafe,
  demoAccounts,
  runTransaction,
} from '@covault/devnet'
import {
  buildSignatures,
  encodeMethod,
  hashSafeMessage,
  removeOwnerMethod,
} from '@covault/protocol'
import { fastify, type InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { addAccess } from '../../http/access.js'
import { type ApiSuite, post, sign, withApi } from '../apiSuite.js'
import {
  fillSafe,
  type KnownSafe,
  listRequests,
  signIn,
} from '../membersWorld.js'
import { createTestApp, findDatabase, type TestApp } from '../testApp.js'

const { alice, bob, carol, dave, erin, stranger } = demoAccounts
let world: ApiSuite['world']
let newSafe: ApiSuite['newSafe']
/** Open to everybody: what its people tell it is what there is to hide. */
let open: TestApp
/** The same data, for members. */
let api: TestApp
/** Of alice and bob; dave may propose. */
let ours: KnownSafe
/** Of carol; the stranger's key may propose. */
let theirs: KnownSafe
/** Carol's safe owns a safe. */
let child: DeployedSafe

withApi({ firstSalt: 7_000n }, async (suite) => {
  ;({ world, api: open, newSafe } = suite)
  ours = await fillSafe(open.app, {
    safe: await newSafe([bob.address, alice.address]),
    owner: alice,
    delegate: dave.address,
    name: 'ours',
  })
  theirs = await fillSafe(open.app, {
    safe: await newSafe([carol.address]),
    owner: carol,
    delegate: stranger.address,
    name: 'theirs',
  })
  child = await newSafe([theirs.safe.address])
  api = await createTestApp({
    rpcUrl: world.devnet.url,
    database: await findDatabase(world.postgres.url, open.store),
    configuration: { access: { mode: 'members', members: [erin.address] } },
  })
  await api.app.ready()
})

afterAll(() => api?.stop())

const ask = (request: InjectOptions, headers: Record<string, string> = {}) =>
  api.app.inject({ ...request, headers: { host: 'localhost', ...headers } })

const look = (known: KnownSafe, headers: Record<string, string>) =>
  ask(
    { url: `/v1/chains/31337/safes/${known.safe.address}/transactions/queued` },
    headers,
  )

/** What of a safe is in a text that is nowhere on the chain. */
const findSecrets = (text: string, { secrets }: KnownSafe, asked = '') =>
  secrets.filter(
    (secret) =>
      text.toLowerCase().includes(secret.toLowerCase()) &&
      !asked.toLowerCase().includes(secret.toLowerCase()),
  )

/** Streams do not end, which is another test; and the crawler stays signed in. */
const crawled = () =>
  api.app
    .listAccess()
    .filter(({ url, method }) => url !== '/v1/live' || method !== 'GET')
    .filter(({ url }) => url !== '/v1/auth/logout')

/** A document has one name for what two routes call differently. */
const withoutNames = (url: string) =>
  url.replace(/:\w+|\{\w+\}/g, '{}').replace(/\/$/, '')

test('every call that the two documents describe is among the routes', () => {
  const served = new Set(
    api.app
      .listAccess()
      .map(({ method, url }) => `${method} ${withoutNames(url)}`),
  )
  const listed = (paths: object, prefix: string) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => {
        const url = withoutNames(`${prefix}${path}`)
        return `${method.toUpperCase()} ${url}`
      }),
    )
  const described = [
    ...listed(createOpenApiDocument({ version: '1' }).paths, ''),
    ...listed(
      createServiceDocument({ version: '1', servers: [] }).paths,
      '/tx-service/:chain/api',
    ),
  ]
  expect(described.length).toBeGreaterThan(100)
  expect(described.filter((call) => !served.has(call))).toEqual([])
})

test('a route without a rule keeps the gateway from starting', async () => {
  const app = fastify()
  addAccess(app, undefined)
  app.get('/open', { config: { access: { for: 'anyone' } } }, () => 'open')
  app.get('/forgotten', () => 'everything')
  await expect(app.ready()).rejects.toThrow('GET /forgotten')
})

test('S59: a stranger who asks every route for every safe learns nothing of any', async () => {
  const refused = new Set<string>()
  for (const route of crawled())
    for (const known of [ours, theirs])
      for (const request of listRequests(route, known)) {
        const reply = await ask(request)
        const place = `${request.method} ${request.url}`
        const told = `${reply.body} ${JSON.stringify(reply.headers)}`
        expect(findSecrets(told, known, String(request.url)), place).toEqual([])
        const isPublic = ['anyone', 'own session'].includes(
          route.access?.for ?? '',
        )
        if (isPublic) continue
        expect(reply.statusCode, place).toBe(401)
        refused.add(reply.body)
      }
  // One text for all routes of each flavour, whatever was asked for.
  expect([...refused].filter((body) => body !== '')).toHaveLength(2)
}, 180_000)

test('a page of strangers has no session, no matter who is signed in', async () => {
  const cookie = await signIn(api.app, alice)
  expect((await look(ours, { cookie })).statusCode).toBe(200)
  const headers = { cookie, origin: 'https://evil.example' }
  expect((await look(ours, headers)).statusCode).toBe(401)
})

test('S59: who is signed in for one safe learns nothing of another', async () => {
  const cookie = await signIn(api.app, alice)
  const own = await signIn(api.app, carol)
  let shown = 0
  for (const route of crawled().filter(({ method }) => method !== 'HEAD'))
    for (const request of listRequests(route, theirs)) {
      const place = `${request.method} ${request.url}`
      const reply = await ask(request, { cookie })
      const asked = String(request.url)
      expect(findSecrets(reply.body, theirs, asked), place).toEqual([])
      if (route.method !== 'GET') continue
      // The same question has an answer for its own people.
      const { body } = await ask(request, { cookie: own })
      if (findSecrets(body, theirs, asked).length > 0) shown++
    }
  expect(shown).toBeGreaterThan(20)
}, 180_000)

test('members see their safes: owners, proposers, owners of owners, and whom the operator lists', async () => {
  const see = async (safe: DeployedSafe, cookie: string) =>
    (await ask({ url: `/v1/chains/31337/safes/${safe.address}` }, { cookie }))
      .statusCode
  const cookies = {
    alice: await signIn(api.app, alice),
    carol: await signIn(api.app, carol),
    dave: await signIn(api.app, dave),
    erin: await signIn(api.app, erin),
  }
  const { address, version } = theirs.safe
  const asSafe = await signIn(api.app, carol, {
    address,
    async sign(text) {
      const hash = hashSafeMessage(
        { chainId: 31337, safe: address, version },
        text,
      )
      const data = await sign(carol, hash)
      return buildSignatures([{ kind: 'ecdsa', signer: carol.address, data }])
    },
  })
  expect(await see(ours.safe, cookies.alice)).toBe(200)
  expect(await see(ours.safe, cookies.dave)).toBe(200)
  expect(await see(ours.safe, cookies.erin)).toBe(200)
  expect(await see(ours.safe, cookies.carol)).toBe(403)
  expect(await see(child, cookies.carol)).toBe(200)
  expect(await see(child, asSafe)).toBe(200)
  expect(await see(child, cookies.alice)).toBe(403)
  const rpc = { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }
  for (const [cookie, status] of [
    [cookies.dave, 200],
    [await signIn(api.app, demoAccounts.supplier), 403],
  ] as const)
    expect((await ask(post('/rpc/31337', rpc), { cookie })).statusCode).toBe(
      status,
    )
})

test('anyone who proves to own a safe that nobody followed becomes a member of it', async () => {
  const { customer } = demoAccounts
  const own = await newSafe([customer.address])
  const cookie = await signIn(api.app, customer)
  const url = `/v1/chains/31337/owners/${customer.address}/safes`
  const codes = '/v1/balances/supported-fiat-codes'
  expect((await ask({ url }, { cookie })).json()).toEqual({ safes: [] })
  const watch = post(`/v1/chains/31337/safes/${own.address}/watch`, {})
  expect((await ask(watch, { cookie })).statusCode).toBe(202)
  expect((await ask({ url }, { cookie })).json()).toEqual({
    safes: [own.address],
  })
  expect((await ask({ url: codes }, { cookie })).statusCode).toBe(200)
})

type Made = { id: string; token: string; lastUsed: number | null }

async function makeToken(
  cookie: string,
  scope: 'read' | 'propose',
  ...safes: DeployedSafe[]
) {
  const list = safes.map(({ address }) => ({ chainId: '31337', address }))
  const body = { name: 'a bot', scope, safes: list }
  return ask(post('/v1/auth/tokens', body), { cookie })
}

test('tokens of members open their safes, for what they are good for, until they are revoked', async () => {
  const cookie = await signIn(api.app, alice)
  const made = await makeToken(cookie, 'read', ours.safe)
  expect(made.statusCode).toBe(201)
  const { id, token, lastUsed } = made.json<Made>()
  expect(lastUsed).toBeNull()
  const withToken = { authorization: `Bearer ${token}` }
  expect((await look(ours, withToken)).statusCode).toBe(200)
  expect(
    (await look(ours, { authorization: `Token ${token}` })).statusCode,
  ).toBe(200)
  expect((await look(theirs, withToken)).statusCode).toBe(403)
  const service = `/tx-service/31337/api/v1/safes/${ours.safe.address}/multisig-transactions/`
  expect((await ask({ url: service }, withToken)).statusCode).toBe(200)
  expect((await ask({ url: service })).json()).toEqual({
    detail: expect.stringContaining('members'),
  })
  const confirm = post(
    `/v1/chains/31337/transactions/${ours.safeTxHash}/confirmations`,
    { signature: await sign(bob, ours.safeTxHash) },
  )
  expect((await ask(confirm, withToken)).json().message).toContain(
    'is read-only',
  )
  const other = (await makeToken(cookie, 'propose', ours.safe)).json<Made>()
  const proposing = { authorization: `Bearer ${other.token}` }
  expect((await ask(confirm, proposing)).statusCode).toBe(200)
  // A token is no session: it makes no other.
  expect((await ask({ url: '/v1/auth/tokens' }, withToken)).json()).toEqual({
    offered: true,
    tokens: null,
  })
  const another = { name: 'another', scope: 'read', safes: [] }
  expect(
    (await ask(post('/v1/auth/tokens', another), withToken)).statusCode,
  ).toBe(403)
  const { tokens: list } = (
    await ask({ url: '/v1/auth/tokens' }, { cookie })
  ).json<{ tokens: Made[] }>()
  expect(list).toHaveLength(2)
  expect(list.find((each) => each.id === id)?.lastUsed).toBeGreaterThan(0)
  expect(JSON.stringify(list)).not.toContain(token)
  const { rows } = await sql<{ row: string }>`
    select service_token::text as row from service_token
  `.execute(api.store)
  expect(rows.map(({ row }) => row).join()).not.toContain(token)
  const revoke = { method: 'DELETE', url: `/v1/auth/tokens/${id}` } as const
  const notMine = await signIn(api.app, bob)
  expect((await ask(revoke, { cookie: notMine })).statusCode).toBe(404)
  expect((await ask(revoke, { cookie })).statusCode).toBe(200)
  expect((await look(ours, withToken)).statusCode).toBe(401)
})

test('nobody makes a token for a safe of others', async () => {
  const cookie = await signIn(api.app, alice)
  const made = await makeToken(cookie, 'read', ours.safe, theirs.safe)
  expect(made.statusCode).toBe(403)
  expect((await makeToken('', 'read', ours.safe)).statusCode).toBe(403)
})

/** Bob goes, and the quarter of a minute that answers are believed passes. */
async function removeBob(): Promise<void> {
  await runTransaction(world.devnet, ours.safe, {
    plan: {
      to: ours.safe.address,
      data: encodeMethod(removeOwnerMethod, {
        prevOwner: '0x0000000000000000000000000000000000000001',
        owner: bob.address,
        threshold: 1n,
      }),
    },
    signers: [alice],
  })
}

test('S59: who is no longer an owner learns nothing more within a minute, nor do their tokens and streams', async () => {
  const cookie = await signIn(api.app, bob)
  const { token } = (await makeToken(cookie, 'read', ours.safe)).json<Made>()
  const bearer = { authorization: `Bearer ${token}` }
  expect((await look(ours, { cookie })).statusCode).toBe(200)
  expect((await look(ours, bearer)).statusCode).toBe(200)
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 })
  const stream = await fetch(
    `${url}/v1/live?safes=31337:${ours.safe.address}`,
    { headers: { cookie } },
  )
  expect(stream.status).toBe(200)
  const stranger = await fetch(
    `${url}/v1/live?safes=31337:${ours.safe.address}`,
  )
  expect(stranger.status).toBe(401)
  const told = stream.text()

  await removeBob()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + 45_000)
  for (const route of crawled().filter(({ method }) => method === 'GET'))
    for (const request of listRequests(route, ours)) {
      const place = String(request.url)
      for (const headers of [{ cookie }, bearer]) {
        const { body } = await ask(request, headers)
        expect(findSecrets(body, ours, place), place).toEqual([])
      }
    }
  expect((await look(ours, { cookie })).statusCode).toBe(403)
  expect((await look(ours, bearer)).statusCode).toBe(403)
  // It ends by itself: anyone who reads it is told of nothing more.
  expect(await told).not.toContain('event: queue')
}, 300_000)
