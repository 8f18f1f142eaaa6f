import {
  type DeployedSafe,
  demoAccounts,
  signTransaction,
} from '@covault/devnet'
import { hashSafeMessage } from '@covault/protocol'
import { sql } from 'kysely'
import type { Address } from 'viem'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createRegulars } from '../../http/regulars.js'
import { toAddress } from '../../store/bytes.js'
import { deleteSession, saveSession } from '../../store/sessions.js'
import {
  type ApiSuite,
  post,
  propose,
  sign,
  toProposal,
  withApi,
} from '../apiSuite.js'
import { startFaultyRpc } from '../faultyRpc.js'
import { createTestApp, type TestApp } from '../testApp.js'

const { alice, bob, dave } = demoAccounts
let api: TestApp
let newSafe: ApiSuite['newSafe']
let world: ApiSuite['world']

// Of three, one is for those who only look.
withApi(
  {
    firstSalt: 900n,
    configuration: {
      following: { maximumSafes: 3 },
      access: { strangersAtOnce: 2 },
    },
  },
  async (suite) => {
    ;({ api, newSafe, world } = suite)
  },
)

beforeEach(() => sql`delete from watch`.execute(api.store))

const look = (safe: DeployedSafe) =>
  api.app.inject(`/v1/chains/31337/safes/${safe.address}`)

/** The same question would be answered from memory for a second. */
const lookAgain = (safe: DeployedSafe) =>
  api.app.inject(`/v1/chains/31337/safes/${safe.address}/nonces`)

async function listFollowed(): Promise<Address[]> {
  const { rows } = await sql<{ safe: Buffer }>`
    select safe from watch where followed order by last_asked
  `.execute(api.store)
  return rows.map(({ safe }) => toAddress(safe))
}

async function newSafes(count: number): Promise<DeployedSafe[]> {
  const safes: DeployedSafe[] = []
  while (safes.length < count)
    safes.push(await newSafe([alice.address, bob.address], 2))
  return safes
}

/** Signs somebody in. */
async function begin(
  address: Address,
  token: string,
  { store } = api,
): Promise<void> {
  const expiresAt = new Date(Date.now() + 60_000)
  await saveSession(store, {
    token,
    chainId: 31337,
    address,
    anyChain: true,
    expiresAt,
  })
}

/** An owner proposes, which proves an interest. */
async function proposeOwn(safe: DeployedSafe, { app } = api) {
  const signed = await signTransaction(safe, {
    plan: { to: dave.address, value: 1n },
    signers: [alice],
  })
  const body = toProposal(signed, { sender: alice.address })
  const reply = await app.inject(propose(safe, body))
  return { reply, safeTxHash: signed.safeTxHash }
}

test('reads, balances, proposals and signatures never depend on who looked before', async () => {
  const [one, two, three, own] = await newSafes(4)
  if (!one || !two || !three || !own) throw new TypeError('Four were made.')
  for (const safe of [one, two, three])
    expect((await look(safe)).statusCode).toBe(200)
  const reply = await look(own)
  expect(reply.statusCode).toBe(200)
  expect(await listFollowed()).toEqual([own.address])
  expect(reply.json()).toMatchObject({ nonce: 0, threshold: 2 })
  const url = `/v1/chains/31337/safes/${own.address}`
  const balances = await api.app.inject(`${url}/balances/USD`)
  expect(balances.statusCode).toBe(200)
  const { reply: proposed, safeTxHash } = await proposeOwn(own)
  expect(proposed.statusCode).toBe(200)
  const confirmed = await api.app.inject(
    post(`/v1/chains/31337/transactions/${safeTxHash}/confirmations`, {
      signature: await sign(bob, safeTxHash),
    }),
  )
  expect(confirmed.statusCode).toBe(200)
  // It is followed for good: those who look leave it alone.
  for (const safe of [one, two, three]) await lookAgain(safe)
  expect(await listFollowed()).toEqual([own.address, three.address])
})

test('an owner whose safe finds no slot reads, proposes and signs from the chain', async () => {
  const [one, two, three, own] = await newSafes(4)
  if (!one || !two || !three || !own) throw new TypeError('Four were made.')
  for (const safe of [one, two, three])
    expect((await proposeOwn(safe)).reply.statusCode).toBe(200)
  const { reply, safeTxHash } = await proposeOwn(own)
  expect(reply.statusCode).toBe(200)
  expect(await listFollowed()).toHaveLength(3)
  expect(await listFollowed()).not.toContain(own.address)
  const url = `/v1/chains/31337/safes/${own.address}`
  const watched = await api.app.inject(post(`${url}/watch`, {}))
  expect(watched.json()).toEqual({ synced: false, percent: 0 })
  const queue = await api.app.inject(
    `/v1/chains/31337/safes/${own.address}/transactions/queued`,
  )
  expect(queue.json().results).toHaveLength(2)
  expect(queue.json().results[1].transaction.id).toContain(safeTxHash)
  const message = 'Signed without a slot'
  const signed = await api.app.inject(
    post(`/v1/chains/31337/safes/${own.address}/messages`, {
      message,
      signature: await sign(
        alice,
        hashSafeMessage(
          { chainId: 31337, safe: own.address, version: '1.4.1' },
          message,
        ),
      ),
    }),
  )
  expect(signed.statusCode).toBe(202)
  for (const path of ['', '/nonces', '/balances/USD', '/multisig-transactions'])
    expect((await api.app.inject(`${url}${path}`)).statusCode).toBe(200)
})

test('an owner who is signed in keeps the safe from those who look', async () => {
  const [own, other] = await newSafes(2)
  if (!own || !other) throw new TypeError('Two were made.')
  const watch = (token: string) =>
    api.app.inject({
      ...post(`/v1/chains/31337/safes/${own.address}/watch`, {}),
      headers: { cookie: `access_token=${token}` },
    })
  await begin(dave.address, 'd'.repeat(43))
  await begin(bob.address, 'b'.repeat(43))
  await watch('d'.repeat(43))
  await look(other)
  expect(await listFollowed()).toEqual([other.address])
  await watch('b'.repeat(43))
  await lookAgain(other)
  expect(await listFollowed()).toEqual([own.address, other.address])
})

test('strangers wait for each other, and owners who are signed in for none of them', async () => {
  const [own, ...others] = await newSafes(3)
  if (!own) throw new TypeError('Three were made.')
  await proposeOwn(own)
  const token = 'o'.repeat(43)
  await begin(alice.address, token)
  const ask = (remoteAddress: string, path = '/nonces', cookie = '') =>
    api.app.inject({
      url: `/v1/chains/31337/safes/${own.address}${path}`,
      remoteAddress,
      headers: { cookie },
    })
  const askAsOwner = () => ask('203.0.113.7', '', `access_token=${token}`)
  // From here on the gateway knows who that is.
  expect((await askAsOwner()).statusCode).toBe(200)

  const release = await holdSlots()
  onTestFinished(release)
  // Both take their places, and wait in them for a slot.
  const held = others.map((safe, at) =>
    api.app.inject({
      url: `/v1/chains/31337/safes/${safe.address}`,
      remoteAddress: `198.51.100.${at + 1}`,
    }),
  )
  await vi.waitUntil(() => isAnyWaiting(), { timeout: 20_000 })
  let answered = 0
  const waiting = Array.from({ length: 64 }, () =>
    ask('198.51.100.9').finally(() => answered++),
  )
  expect((await askAsOwner()).statusCode).toBe(200)
  expect(answered).toBe(0)
  const refused = await ask('198.51.100.9')
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('2')
  expect((await api.app.inject('/health/live')).statusCode).toBe(200)
  await release()
  for (const reply of await Promise.all([...held, ...waiting]))
    expect(reply.statusCode).toBe(200)
})

test('an owner who signed out stays known for at most ten minutes', async () => {
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const [own] = await newSafes(1)
  if (!own) throw new TypeError('One was made.')
  await proposeOwn(own)
  const token = 'r'.repeat(43)
  await begin(alice.address, token)
  const regulars = createRegulars({ store: api.store, chainIds: [31337] })
  expect(regulars.find(token)).toBeUndefined()
  await regulars.learn(token)
  expect(regulars.find(token)).toBe(alice.address)

  await deleteSession(api.store, token)
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + 301_000)
  // Answered from memory once more, and looked up beside it.
  expect(regulars.find(token)).toBe(alice.address)
  await vi.waitUntil(() => regulars.find(token) === undefined, {
    timeout: 20_000,
  })
})

test("strangers at a node's door do not keep an owner from it @full", async () => {
  const slow = await startFaultyRpc(world.devnet.url)
  onTestFinished(() => slow.stop())
  slow.setFault(({ method }) =>
    method === 'eth_gasPrice' ? 'hang' : undefined,
  )
  const behind = await createTestApp({
    rpcUrl: slow.url,
    database: await world.openDatabase(),
  })
  onTestFinished(() => behind.stop())
  const [own] = await newSafes(1)
  if (!own) throw new TypeError('One was made.')
  await proposeOwn(own, behind)
  const token = 'd'.repeat(43)
  const cookie = `access_token=${token}`
  await begin(alice.address, token, behind)
  const ask = (method: string, from: string, headers = {}) =>
    behind.app.inject({
      method: 'POST',
      url: '/rpc/31337',
      payload: { jsonrpc: '2.0', id: 1, method, params: [] },
      remoteAddress: from,
      headers,
    })
  await behind.app.inject({
    url: `/v1/chains/31337/safes/${own.address}`,
    remoteAddress: '203.0.113.7',
    headers: { cookie },
  })
  const stuck = Array.from({ length: 4 }, (_, at) =>
    ask('eth_gasPrice', `198.51.100.${at + 1}`),
  )
  await vi.waitUntil(() => slow.counts.get('eth_gasPrice') === 4)
  let isStrangerAnswered = false
  const stranger = ask('eth_chainId', '198.51.100.9').finally(() => {
    isStrangerAnswered = true
  })
  const reply = await ask('eth_chainId', '203.0.113.7', { cookie })
  expect(reply.json().result).toBe('0x7a69')
  expect(isStrangerAnswered).toBe(false)
  await Promise.all([...stuck, stranger])
}, 60_000)

/** As somebody does who takes a slot and is slow. */
async function holdSlots(): Promise<() => Promise<void>> {
  const transaction = await api.store.startTransaction().execute()
  await sql`
    select pg_advisory_xact_lock(hashtextextended('slots', 31337))
  `.execute(transaction)
  return async () => {
    if (!transaction.isCommitted) await transaction.commit().execute()
  }
}

async function isAnyWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks where locktype = 'advisory' and not granted
  `.execute(api.store)
  return rows.length > 0
}
