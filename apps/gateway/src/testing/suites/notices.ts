import { demoAccounts, runTransaction } from '@covault/devnet'
import {
  encodeMethod,
  hashSafeMessage,
  removeOwnerMethod,
} from '@covault/protocol'
import { sql } from 'kysely'
import pg from 'pg'
import { Webhook } from 'standardwebhooks'
import { expect, test, vi } from 'vitest'
import { sendWebhook } from '../../notices/sendWebhook.js'
import { deleteProposal } from '../../store/proposals.js'
import { post, sign } from '../apiSuite.js'
import { signIn } from '../membersWorld.js'
import {
  addWebhook,
  ask,
  confirm,
  pathOf,
  proposeOne,
  withNotices,
} from '../noticesSuite.js'
import type { NoticesGateway } from '../noticesWorld.js'
import { waitFor } from '../scene.js'

// What receivers outside are told of safes.

const { alice, bob, dave } = demoAccounts
const { world, newSafe, listen, open, closers } = withNotices({
  firstSalt: 279_000n,
})

test('a webhook is told in the ecosystem’s form, signed so that Standard Webhooks knows the sender', async () => {
  const listener = await listen()
  const gateway = await open({ trustedOrigins: [listener.origin] })
  const safe = await newSafe()
  const cookie = await signIn(gateway.app, alice)
  const url = `${listener.origin}/hook?key=hidden`
  const made = await addWebhook(gateway, safe, { cookie, url })
  gateway.start()

  const hash = await proposeOne(gateway, safe, { cookie, nonce: 0n })
  await confirm(gateway, hash, { cookie, owner: bob })
  const { address, version } = safe
  const messageHash = hashSafeMessage(
    { chainId: 31337, safe: address, version },
    'hello',
  )
  const message = {
    message: 'hello',
    signature: await sign(alice, messageHash),
  }
  const written = post(`/v1/chains/31337/safes/${address}/messages`, message)
  expect((await ask(gateway, written, cookie)).statusCode).toBe(202)
  await listener.until('/hook?key=hidden', 5)
  await deleteProposal(gateway.store, {
    ...{ chainId: 31337, safe: address, safeTxHash: hash },
  })
  const events = await listener.until('/hook?key=hidden', 6)

  const common = { chainId: '31337', address }
  expect(events).toMatchObject([
    { ...common, type: 'PENDING_MULTISIG_TRANSACTION', safeTxHash: hash },
    { ...common, type: 'NEW_CONFIRMATION', owner: alice.address },
    { ...common, type: 'NEW_CONFIRMATION', owner: bob.address },
    { ...common, type: 'MESSAGE_CREATED', messageHash },
    { ...common, type: 'MESSAGE_CONFIRMATION', owner: alice.address },
    { ...common, type: 'DELETED_MULTISIG_TRANSACTION', safeTxHash: hash },
  ])
  expect(events[0]).toMatchObject({ to: dave.address, data: '0x' })
  expect(events[0]?.timestamp).toBeGreaterThan(Date.now() - 600_000)
  const oracle = new Webhook(made.secret ?? '')
  for (const { body, headers } of listener.arrived)
    expect(oracle.verify(body, headers)).toEqual(JSON.parse(body))
  expect(new Set(listener.arrived.map(({ id }) => id)).size).toBe(6)
  const [{ body, headers } = { body: '', headers: {} }] = listener.arrived
  expect(() => oracle.verify(`${body} `, headers)).toThrow()

  // What it is signed with, and where it goes, is told nobody again.
  const shown = await ask(gateway, { url: pathOf(safe) }, cookie)
  expect(shown.json()).toMatchObject({
    offered: true,
    receivers: [{ origin: listener.origin, problem: null, parked: false }],
  })
  expect(shown.body).not.toContain(made.secret)
  expect(shown.body).not.toContain('hidden')
  const others = await ask(
    gateway,
    { url: pathOf(safe) },
    await signIn(gateway.app, bob),
  )
  expect(others.json()).toMatchObject({ receivers: [] })
})

test('a receiver that hangs, redirects or fails costs nobody else anything, and is parked until somebody resumes it', async () => {
  const hanging: (() => void)[] = []
  let isBroken = true
  const listener = await listen(({ path }, response) => {
    if (path === '/hang') hanging.push(() => response.end())
    else if (path === '/redirect')
      response.writeHead(307, { location: `${listener.origin}/private` }).end()
    else if (path === '/fail' && isBroken) response.writeHead(500).end()
    else response.writeHead(204).end()
  })
  const gateway = await open({
    ...{ trustedOrigins: [listener.origin], tries: 2, timeoutSeconds: 3 },
  })
  const safe = await newSafe()
  const cookie = await signIn(gateway.app, alice)
  for (const path of ['hang', 'redirect', 'fail', 'good'])
    await addWebhook(gateway, safe, {
      cookie,
      url: `${listener.origin}/${path}`,
    })
  gateway.start()
  const nonces = [0n, 1n, 2n]
  for (const nonce of nonces) await proposeOne(gateway, safe, { cookie, nonce })
  const good = await listener.until('/good', 6)
  const read = async () =>
    (await ask(gateway, { url: pathOf(safe) }, cookie)).json<{
      receivers: { id: string; parked: boolean; problem: string | null }[]
    }>().receivers
  await waitFor('the three to be parked', async () =>
    (await read()).slice(0, 3).every(({ parked }) => parked),
  )
  const [hang, redirect, fail, fine] = await read()
  expect(hang?.problem).toContain('did not answer within')
  expect(redirect?.problem).toContain('Redirects are not followed')
  expect(fail?.problem).toContain('status 500')
  expect(fine).toMatchObject({ parked: false, problem: null })
  expect(listener.at('/private')).toEqual([])
  expect(
    new Set(listener.at('/fail').map((each) => JSON.stringify(each))).size,
  ).toBe(1)

  isBroken = false
  const before = listener.at('/fail').length
  const resume = post(`${pathOf(safe)}/receivers/${fail?.id}/resume`, {})
  expect((await ask(gateway, resume, cookie)).statusCode).toBe(200)
  const told = await listener.until('/fail', before + 6)
  expect(told.slice(before)).toEqual(good)
  for (const end of hanging) end()
}, 300_000)

test('a process that no longer leads tells nothing more', async () => {
  let held: (() => void)[] | undefined = []
  const listener = await listen((_arrived, response) => {
    const end = () => response.writeHead(204).end()
    if (held) held.push(end)
    else end()
  })
  const gateway = await open({
    ...{ trustedOrigins: [listener.origin], timeoutSeconds: 60 },
  })
  const safe = await newSafe()
  const cookie = await signIn(gateway.app, alice)
  const { receiver } = await addWebhook(gateway, safe, {
    ...{ cookie, url: `${listener.origin}/hook` },
  })
  for (const nonce of [0n, 1n, 2n])
    await proposeOne(gateway, safe, { cookie, nonce })
  gateway.start()
  await listener.until('/hook', 1)
  const letGo = await takeLead(gateway)
  const answers = held
  held = undefined
  for (const end of answers) end()
  await waitFor('the first delivery to be noted', async () => {
    const { rows } = await sql`
      select from receiver where id = ${receiver.id} and delivered_at is not null
    `.execute(gateway.store)
    return rows.length === 1
  })
  // Anyone who went on would have told the next one long before these are
  // stored.
  for (const nonce of [3n, 4n, 5n])
    await proposeOne(gateway, safe, { cookie, nonce })
  expect(listener.at('/hook')).toHaveLength(1)
  await letGo()
  await listener.until('/hook', 12)
  expect(new Set(listener.arrived.map(({ id }) => id)).size).toBe(12)
  expect(listener.arrived).toHaveLength(12)
}, 120_000)

/**
 * Waits for the lock of anyone who leads, ends the session that holds it, and
 * lets it go in the end.
 */
async function takeLead({ store, databaseUrl }: NoticesGateway) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  closers.push(() => client.end())
  const ofDuty = sql`
    locktype = 'advisory' and database =
      (select oid from pg_database where datname = current_database())`
  const { rows } = await sql<{ pid: number; number: bigint }>`
    select pid, classid::int8 << 32 | objid::int8 as number
    from pg_locks where ${ofDuty}
  `.execute(store)
  const [leader] = rows
  const locked = client.query('select pg_advisory_lock($1)', [leader?.number])
  await waitFor('the lock to be waited for', async () => {
    const waiting = await sql`
      select from pg_locks where ${ofDuty} and not granted
    `.execute(store)
    return waiting.rows.length === 1
  })
  await sql`select pg_terminate_backend(${leader?.pid})`.execute(store)
  await locked
  return () => client.query('select pg_advisory_unlock_all()')
}

test('S63: no member makes the gateway call into its own network', async () => {
  const gateway = await open({ trustedOrigins: ['http://127.0.0.1:4499'] })
  const safe = await newSafe()
  const cookie = await signIn(gateway.app, alice)
  for (const url of [
    'http://127.0.0.1:4498/',
    'https://127.0.0.1/',
    'https://localhost/',
    'https://10.0.0.8/hook',
    'https://169.254.169.254/latest/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'http://example.com/',
    'https://example.com:8443/',
    'https://user:password@example.com/',
    'file:///etc/passwd',
    'nonsense',
  ])
    await expect(
      addWebhook(gateway, safe, { cookie, url }),
      url,
    ).rejects.toThrow('public https addresses')
  // A name that leads elsewhere by the time of sending does not help either.
  const outcome = await sendWebhook(
    { url: 'https://rebind.example/', body: '{}', headers: {} },
    {
      ...{ trustedOrigins: [], timeoutMs: 1_000 },
      resolve: async () => ['93.184.216.34', '10.0.0.8'],
    },
  )
  expect(outcome).toMatchObject({
    sent: false,
    problem: expect.stringContaining('not on the public internet'),
  })
})

test('only members of a safe have anybody told of it, and only while they are', async () => {
  const listener = await listen()
  const gateway = await open({ trustedOrigins: [listener.origin] })
  const safe = await newSafe(1)
  const [cookie, bobs] = [
    await signIn(gateway.app, alice),
    await signIn(gateway.app, bob),
  ]
  const stranger = await signIn(gateway.app, demoAccounts.stranger)
  const mine = `${listener.origin}/alice`
  const his = `${listener.origin}/bob`
  for (const nobody of ['', stranger])
    await expect(
      addWebhook(gateway, safe, { cookie: nobody, url: mine }),
    ).rejects.toThrow(/Forbidden|neither an owner/)
  await addWebhook(gateway, safe, { cookie, url: mine })
  const made = await addWebhook(gateway, safe, { cookie: bobs, url: his })
  const remove = {
    method: 'DELETE' as const,
    url: `${pathOf(safe)}/receivers/${made.receiver.id}`,
  }
  expect((await ask(gateway, remove, cookie)).statusCode).toBe(404)
  gateway.start()
  await proposeOne(gateway, safe, { cookie, nonce: 0n })
  await listener.until('/bob', 2)
  await runTransaction(world().devnet, safe, {
    plan: {
      to: safe.address,
      data: encodeMethod(removeOwnerMethod, {
        prevOwner: alice.address,
        owner: bob.address,
        threshold: 1n,
      }),
    },
    signers: [alice],
  })
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    // What the chain said is believed for a quarter of a minute.
    vi.setSystemTime(Date.now() + 20_000)
    await proposeOne(gateway, safe, { cookie, nonce: 1n, value: 7n })
    await listener.until('/alice', 4)
    await waitFor('the other to be gone', async () => {
      const { rows } = await sql<{ count: bigint }>`
        select count(*) from receiver
      `.execute(gateway.store)
      return rows[0]?.count === 1n
    })
    expect(listener.at('/bob')).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})

test('the operator’s receivers are those of the configuration', async () => {
  const listener = await listen()
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const gateway = await open(
    {
      trustedOrigins: [listener.origin],
      receivers: [
        {
          name: 'archive',
          url: `${listener.origin}/all`,
          secretFrom: 'COVAULT_ARCHIVE_SECRET',
        },
      ],
    },
    { COVAULT_ARCHIVE_SECRET: secret },
  )
  gateway.start()
  await waitFor('it to be known', async () => {
    const { rows } = await sql`select from receiver`.execute(gateway.store)
    return rows.length === 1
  })
  const cookie = await signIn(gateway.app, alice)
  for (const safe of [await newSafe(), await newSafe()])
    await proposeOne(gateway, safe, { cookie, nonce: 0n })
  await listener.until('/all', 4)
  for (const { body, headers } of listener.arrived)
    expect(new Webhook(secret).verify(body, headers)).toBeTruthy()
})
