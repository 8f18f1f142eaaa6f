import { type DeployedSafe, demoAccounts, deploySafe } from '@covault/devnet'
import { buildSignatures, hashSafeMessage } from '@covault/protocol'
import { sql } from 'kysely'
import type { Address, Hex, LocalAccount } from 'viem'
import { createSiweMessage, type SiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../testApp.js'
import { shareTestWorld, type TestWorld } from '../testWorld.js'

const { alice, bob, carol } = demoAccounts
let world: TestWorld
let database: Awaited<ReturnType<TestWorld['openDatabase']>>
/** Reached on this machine only, with another front end configured. */
let api: TestApp
/** Another process of the same gateway, which others reach. */
let open: TestApp
let safe: DeployedSafe

const front = 'https://front.example'
const publicUrl = 'https://safe.example'

beforeAll(async () => {
  world = await shareTestWorld()
  database = await world.openDatabase()
  const create = (access: object) =>
    createTestApp({
      rpcUrl: world.devnet.url,
      database,
      configuration: { access },
    })
  api = await create({ origins: [front] })
  open = await create({
    publicUrl,
    origins: [front, 'https://app.safe.example'],
  })
  safe = await deploySafe(world.devnet, {
    owners: [alice.address],
    threshold: 1,
    saltNonce: 300n,
  })
}, 300_000)
afterAll(async () => {
  await api?.stop()
  await open?.stop()
  await world?.stop()
})

type Headers = Record<string, string>

async function readNonce(at = api): Promise<string> {
  const reply = await at.app.inject('/v1/auth/nonce')
  expect(reply.statusCode).toBe(200)
  return reply.json().nonce
}

async function write(fields: Partial<SiweMessage> = {}): Promise<string> {
  const domain = fields.domain ?? 'localhost'
  return createSiweMessage({
    address: alice.address,
    chainId: 31337,
    domain,
    nonce: fields.nonce ?? (await readNonce()),
    uri: `http://${domain}/`,
    version: '1',
    statement: 'Sign in to Covault',
    ...fields,
  })
}

const verify = (
  body: { message: string; signature: Hex },
  { at = api, headers = {} }: { at?: TestApp; headers?: Headers } = {},
) =>
  at.app.inject({
    method: 'POST',
    url: '/v1/auth/verify',
    headers: { host: 'localhost', ...headers },
    payload: body,
  })

async function signIn(
  fields: Partial<SiweMessage> = {},
  options: Parameters<typeof verify>[1] & { account?: LocalAccount } = {},
) {
  const message = await write(fields)
  const { account = alice } = options
  const signature = await account.signMessage({ message })
  return verify({ message, signature }, options)
}

const refused = async (
  reply: ReturnType<typeof signIn>,
  statusCode: number,
  message: string,
) => {
  const { headers, ...answer } = await reply
  expect(answer.json()).toEqual({ statusCode, message })
  expect(answer.statusCode).toBe(statusCode)
  expect(headers['set-cookie']).toBeUndefined()
}

const cookieOf = (reply: Awaited<ReturnType<typeof signIn>>) =>
  String(reply.headers['set-cookie'])

const me = (cookie?: string, at = api) =>
  at.app.inject({
    url: '/v1/auth/me',
    headers: cookie ? { cookie: cookie.split(';')[0] ?? '' } : {},
  })

test('signs in with a key, tells who it is, in every process, and ends on request', async () => {
  const reply = await signIn()
  expect(reply.body).toBe('')
  expect(reply.statusCode).toBe(200)
  const cookie = cookieOf(reply)
  expect(cookie).toMatch(
    /^access_token=[\w-]{43}; HttpOnly; Path=\/; Max-Age=86400; Expires=[^;]+ GMT; SameSite=Strict$/,
  )
  for (const at of [api, open]) {
    const who = await me(cookie, at)
    expect(who.statusCode).toBe(200)
    expect(who.json()).toEqual({
      id: alice.address,
      authMethod: 'siwe',
      signerAddress: alice.address,
    })
  }
  const logout = await api.app.inject({
    method: 'POST',
    url: '/v1/auth/logout',
    headers: { cookie: `other=1; ${cookie.split(';')[0]}` },
  })
  expect(logout.statusCode).toBe(200)
  expect(logout.body).toBe('')
  expect(logout.headers['set-cookie']).toMatch(/^access_token=; .*Max-Age=0;/)
  for (const at of [api, open])
    expect((await me(cookie, at)).statusCode).toBe(403)
})

test('tells nobody anything without a session', async () => {
  for (const cookie of [
    undefined,
    'access_token=',
    `access_token=${'a'.repeat(43)}`,
    "access_token=' or 1=1",
  ]) {
    const reply = await me(cookie)
    expect(reply.statusCode).toBe(403)
    expect(reply.json()).toEqual({
      statusCode: 403,
      message: 'Forbidden resource',
      error: 'Forbidden',
    })
  }
})

test('keeps no token in the database', async () => {
  const cookie = cookieOf(await signIn())
  const token = /access_token=([\w-]+)/.exec(cookie)?.[1] ?? 'none'
  const { rows } = await sql<{ row: string }>`
    select session::text as row from session
  `.execute(database.store)
  expect(rows.length).toBeGreaterThan(0)
  for (const { row } of rows) {
    expect(row).not.toContain(token)
    expect(row).not.toContain(Buffer.from(token).toString('hex'))
  }
})

test('S59: takes a nonce once, even of several who come at the same time', async () => {
  const message = await write()
  const signature = await alice.signMessage({ message })
  const replies = await Promise.all(
    [api, open, api, open].map((at) => verify({ message, signature }, { at })),
  )
  const codes = replies.map(({ statusCode }) => statusCode).toSorted()
  expect(codes).toEqual([200, 401, 401, 401])
  await refused(verify({ message, signature }), 401, 'Invalid nonce')
})

test('S59: takes no nonce that is made up, used for a failed attempt, or too old', async () => {
  await refused(signIn({ nonce: 'madeupnonce1' }), 401, 'Invalid nonce')
  const nonce = await readNonce()
  await refused(signIn({ nonce }, { account: bob }), 401, 'Invalid signature')
  await refused(signIn({ nonce }), 401, 'Invalid nonce')
  const old = await readNonce()
  await sql`
    update auth_nonce set expires_at = expires_at - interval '5 minutes'
    where nonce = ${old}
  `.execute(database.store)
  await refused(signIn({ nonce: old }), 401, 'Invalid nonce')
})

test('S59: refuses messages for another domain, chain or version', async () => {
  const invalid = [401, 'Invalid message'] as const
  await refused(signIn({ domain: 'evil.example' }), ...invalid)
  await refused(signIn({ domain: 'localhost:81' }), ...invalid)
  await refused(signIn({ uri: 'https://evil.example/' }), ...invalid)
  await refused(signIn({ chainId: 1 }), ...invalid)
  // A name that leads to this machine is no name of ours.
  const rebound = { headers: { host: 'evil.example' } }
  expect((await signIn({ domain: 'evil.example' }, rebound)).statusCode).toBe(
    421,
  )
})

test('refuses texts that are not exactly such a message', async () => {
  const text = await write()
  for (const message of [
    'hello',
    text.replace('Version: 1', 'Version: 2'),
    text.replace(/Nonce: .*\n/, ''),
    `${text}\nMore: lines`,
    text.replace('\n\nSign', '\n\nURI: https://evil.example\nSign'),
    text.replace(alice.address, alice.address.toLowerCase()),
    text.replace(/Issued At: .*/, 'Issued At: yesterday'),
    '\0'.repeat(5000),
  ]) {
    const signature = await alice.signMessage({ message })
    await refused(verify({ message, signature }), 401, 'Invalid message')
  }
})

test('S59: heeds the times in the message, with half a minute between clocks', async () => {
  const now = Date.now()
  const at = (seconds: number) => new Date(now + seconds * 1000)
  const invalid = [401, 'Invalid message'] as const
  await refused(signIn({ issuedAt: at(120) }), ...invalid)
  await refused(signIn({ notBefore: at(120) }), ...invalid)
  await refused(signIn({ expirationTime: at(-1) }), ...invalid)
  await refused(
    signIn({ expirationTime: at(86_400 + 120) }),
    403,
    'The session can last 24 hours at most. Set an earlier Expiration Time.',
  )
  const short = await signIn({
    issuedAt: at(10),
    notBefore: at(10),
    expirationTime: at(600),
  })
  expect(cookieOf(short)).toMatch(/Max-Age=(59\d|600);/)
  await sql`update session set expires_at = now()`.execute(database.store)
  expect((await me(cookieOf(short))).statusCode).toBe(403)
})

test('reads times without fractions of a second', async () => {
  const message = (await write()).replace(/\.\d{3}Z/g, 'Z')
  const signature = await alice.signMessage({ message })
  expect((await verify({ message, signature })).statusCode).toBe(200)
})

test('signs in an account that is a contract', async () => {
  const message = await write({ address: safe.address })
  const domain = { chainId: 31337, safe: safe.address, version: safe.version }
  const signed = async (account: LocalAccount & { address: Address }) => {
    if (!account.sign) throw new TypeError('This account cannot sign hashes.')
    const data = await account.sign({ hash: hashSafeMessage(domain, message) })
    return buildSignatures([{ kind: 'ecdsa', signer: account.address, data }])
  }
  const reply = await verify({ message, signature: await signed(alice) })
  expect(reply.statusCode).toBe(200)
  expect((await me(cookieOf(reply))).json().signerAddress).toBe(safe.address)
  const other = await write({ address: safe.address })
  for (const signature of [await signed(carol), '0x', '0x123'] as const) {
    const nonce = await readNonce()
    const text = other.replace(/Nonce: \w+/, `Nonce: ${nonce}`)
    await refused(
      verify({ message: text, signature }),
      401,
      'Invalid signature',
    )
  }
})

test('S59: is bound to the public address and its page', async () => {
  const at = open
  const same = { at, headers: { origin: publicUrl, host: 'safe.example' } }
  const domain = 'safe.example'
  const reply = await signIn({ domain, uri: publicUrl }, same)
  expect(reply.statusCode).toBe(200)
  expect(cookieOf(reply)).toMatch(/SameSite=Strict; Secure$/)
  await refused(
    signIn({ domain: 'front.example', uri: front }, same),
    401,
    'Invalid message',
  )
})

test('gives a cookie for other sites only to pages of a configured one', async () => {
  const at = open
  const host = 'safe.example'
  const cross = await signIn(
    { domain: 'front.example', uri: front },
    { at, headers: { origin: front, host } },
  )
  expect(cookieOf(cross)).toMatch(/SameSite=None; Secure$/)
  expect(cross.headers['access-control-allow-credentials']).toBe('true')
  const origin = 'https://app.safe.example'
  const sister = await signIn(
    { domain: 'app.safe.example', uri: origin },
    { at, headers: { origin, host } },
  )
  expect(cookieOf(sister)).toMatch(/SameSite=Strict; Secure$/)
})

test('S59: answers no page of strangers on any of its routes', async () => {
  for (const [method, url] of [
    ['GET', '/v1/auth/nonce'],
    ['POST', '/v1/auth/verify'],
    ['GET', '/v1/auth/me'],
    ['POST', '/v1/auth/logout'],
  ] as const) {
    const reply = await api.app.inject({
      method,
      url,
      headers: { origin: 'https://evil.example' },
      payload: { message: '', signature: '0x' },
    })
    expect(reply.statusCode, url).toBe(403)
    expect(reply.headers['access-control-allow-origin']).toBeUndefined()
  }
})
