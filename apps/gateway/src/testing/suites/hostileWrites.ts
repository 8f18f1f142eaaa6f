import {
  type DeployedSafe,
  demoAccounts,
  signTransaction,
} from '@covault/devnet'
import { buildSignatures, migrations } from '@covault/protocol'
import {
  assert,
  asyncProperty,
  constantFrom,
  integer,
  json,
  string,
  tuple,
} from 'fast-check'
import { sql } from 'kysely'
import {
  type Address,
  getAddress,
  type Hex,
  type LocalAccount,
  pad,
  toHex,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { toBytes } from '../../store/bytes.js'
import { type ApiSuite, propose, toProposal, withApi } from '../apiSuite.js'
import { countRows, type TestApp } from '../testApp.js'
import type { TestWorld } from '../testWorld.js'

const { alice, bob, dave } = demoAccounts
let world: TestWorld
let api: TestApp
let newSafe: ApiSuite['newSafe']
let safe: DeployedSafe

withApi({ firstSalt: 500n }, async (suite) => {
  ;({ world, api, newSafe } = suite)
  safe = await newSafe([alice.address, bob.address])
})

let counter = 0n
async function write(
  of: DeployedSafe,
  {
    by,
    value = ++counter,
    plan,
  }: {
    by?: LocalAccount
    value?: bigint
    plan?: { to: Address; operation: 0 | 1 }
  } = {},
) {
  const signed = await signTransaction(of, {
    plan: { to: dave.address, value, ...plan },
    signers: by ? [by] : [],
  })
  return toProposal(signed, { sender: (by ?? alice).address })
}

const hostile = [
  { what: 'reverts', bytecode: '0x60006000fd' },
  { what: 'runs for ever', bytecode: '0x5b600056' },
  { what: 'answers with two megabytes', bytecode: '0x621fffff6000f3' },
  { what: 'answers nothing', bytecode: '0x00' },
  { what: 'is no code', bytecode: '0xfe' },
] as const

test('scenario 23: refuses owners that are contracts and misbehave when they are asked', async () => {
  const addresses = hostile.map((_, at) =>
    getAddress(pad(toHex(0xbad00 + at), { size: 20 })),
  )
  const of = await newSafe([...addresses, alice.address])
  for (const [at, { bytecode }] of hostile.entries())
    await world.devnet.client.setCode({
      address: addresses[at] ?? zeroAddress,
      bytecode,
    })
  await world.devnet.client.mine({ blocks: 1 })
  const body = await write(of)
  const before = await countRows(api.store)
  for (const [at, { what }] of hostile.entries()) {
    const signer = addresses[at] ?? zeroAddress
    const signature = buildSignatures([
      { kind: 'contract', signer, data: '0x1234' },
    ])
    const reply = await api.app.inject(
      propose(of, { ...body, sender: signer, signature }),
    )
    expect(reply.json(), what).toEqual({
      code: 422,
      message: 'The signature is not valid on the chain.',
    })
  }
  expect(await countRows(api.store)).toEqual(before)
  const own = await write(of, { by: alice })
  expect((await api.app.inject(propose(of, own))).statusCode).toBe(200)
})

test('refuses a safe of a version nobody knows, unless it leaves that version', async () => {
  const { client } = world.devnet
  const unknown = await newSafe([alice.address, bob.address])
  const singleton = await client.getStorageAt({
    address: unknown.address,
    slot: '0x0',
  })
  const code = await client.getCode({ address: `0x${singleton?.slice(26)}` })
  // The same contract, but it does not answer to VERSION().
  const bytecode = code?.replace('63ffa1ad74', '6300000000') as Hex
  const address = pad('0x5afe', { size: 20 })
  await client.setCode({ address, bytecode })
  await client.setStorageAt({
    address: unknown.address,
    index: 0,
    value: pad(address),
  })
  await client.mine({ blocks: 1 })
  const plain = await api.app.inject(
    propose(unknown, await write(unknown, { by: alice })),
  )
  expect(plain.json()).toEqual({
    statusCode: 422,
    message: 'Could not calculate safeTxHash',
  })
  const message = await api.app.inject({
    method: 'POST',
    url: `/v1/chains/31337/safes/${unknown.address}/messages`,
    payload: { message: 'x', signature: `0x${'11'.repeat(64)}1b` },
  })
  expect(message.json()).toEqual({
    statusCode: 422,
    message: 'Could not calculate messageHash',
  })
  const plan = {
    to: migrations[0]?.address ?? zeroAddress,
    operation: 1,
  } as const
  const sign = (by: LocalAccount) => write(unknown, { by, value: 0n, plan })
  const body = await sign(alice)
  expect((await api.app.inject(propose(unknown, body))).statusCode).toBe(200)
  const { signature } = await sign(bob)
  const confirmed = await api.app.inject({
    method: 'POST',
    url: `/v1/chains/31337/transactions/${body.safeTxHash}/confirmations`,
    payload: { signature },
  })
  expect(confirmed.statusCode).toBe(200)
})

test('records twenty owners who propose the same at once to a safe nobody knows', async () => {
  const owners = Array.from({ length: 20 }, () =>
    privateKeyToAccount(generatePrivateKey()),
  )
  const fresh = await newSafe(owners.map(({ address }) => address))
  const bodies = await Promise.all(
    owners.map((by) => write(fresh, { by, value: 7n })),
  )
  const replies = await Promise.all(
    bodies.map((body) => api.app.inject(propose(fresh, body))),
  )
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(
    owners.map(() => 200),
  )
  const [{ safeTxHash } = { safeTxHash: '0x' as Hex }] = bodies
  const { rows } = await sql`
    select from confirmation where safe_tx_hash = ${toBytes(safeTxHash)}
  `.execute(api.store)
  expect(rows.length).toBe(20)
}, 300_000)

test('scenario 24: keeps a bounded number of unsigned proposals, and room for signed ones', async () => {
  const full = await newSafe([alice.address])
  const first = await write(full)
  expect((await api.app.inject(propose(full, first))).statusCode).toBe(200)
  await sql`
    insert into multisig_tx (chain_id, safe_tx_hash, safe, nonce, details)
    select 31337, sha256(number::text::bytea), ${toBytes(full.address)}, 1,
      'proposal'
    from generate_series(2, 200) number
  `.execute(api.store)
  const before = await countRows(api.store)
  const reply = await api.app.inject(propose(full, await write(full)))
  expect(reply.statusCode).toBe(429)
  expect(reply.json()).toEqual({
    code: 429,
    message:
      'Too many unsigned proposals wait in this safe. Sign the proposal, or sign in as an owner and propose it again.',
  })
  expect(await countRows(api.store)).toEqual(before)
  for (const body of [first, await write(full, { by: alice })])
    expect((await api.app.inject(propose(full, body))).statusCode).toBe(200)
})

const bytes = (count: number, byte: string) => byte.repeat(count)
const ownerWord = (address: Address) => pad(address).slice(2).toLowerCase()

test('scenario 23, S57: refuses what is wrong with a reason, and takes a replay for the same', async () => {
  const good = await write(safe, { by: alice })
  const other = await write(safe, { by: bob })
  const chosen = (body: object, status: number, message: RegExp, path = '') =>
    ({ body: { ...good, ...body }, status, message, path }) as const
  const wrong = [
    chosen({ safeTxHash: other.safeTxHash }, 422, /^Invalid safeTxHash$/),
    chosen({ value: '987654321' }, 422, /^Invalid safeTxHash$/),
    chosen({ operation: 2 }, 422, /./),
    chosen({ signature: other.signature }, 422, /^Invalid signature$/),
    // Of a contract, of an approval, by keys: all of them made up.
    chosen(
      {
        signature: `0x${ownerWord(alice.address)}${bytes(31, '00')}4100${bytes(32, '00')}`,
      },
      422,
      /signature is not valid on the chain|^Invalid signature$/,
    ),
    chosen(
      { signature: `0x${ownerWord(alice.address)}${bytes(32, '00')}01` },
      422,
      /signature is not valid on the chain/,
    ),
    chosen({ signature: `0x${bytes(64, '11')}1b` }, 422, /^Invalid signature$/),
    chosen({ signature: `0x${bytes(64, '11')}1f` }, 422, /^Invalid signature$/),
    chosen({ signature: `0x${bytes(64, '11')}07` }, 422, /^Invalid signature$/),
    chosen(
      { signature: `${good.signature}${String(good.signature).slice(2)}` },
      422,
      new RegExp(`More than one signature is by ${alice.address}|^Invalid`),
    ),
    chosen({ nonce: String(2n ** 256n - 1n) }, 422, /./),
    chosen({ data: '0xzz' }, 422, /./),
    chosen(
      { to: 'XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS' },
      422,
      /Invalid address/,
    ),
    chosen({ origin: JSON.stringify({ note: 'x'.repeat(300) }) }, 422, /./),
    chosen({}, 404, /An error occurred/, '/v1/chains/99'),
    chosen({}, 422, /Invalid safeTxHash|^Invalid signature$/, '/other'),
  ]
  const elsewhere = await newSafe([alice.address, bob.address])
  const before = await countRows(api.store)
  for (const [at, { body, status, message, path }] of wrong.entries()) {
    const request = propose(path === '/other' ? elsewhere : safe, body)
    const reply = await api.app.inject({
      ...request,
      url: String(request.url).replace(
        '/v1/chains/31337',
        path.startsWith('/v1') ? path : '/v1/chains/31337',
      ),
    })
    expect(reply.statusCode, `${at} ${reply.body}`).toBe(status)
    expect(reply.json().message, String(at)).toMatch(message)
  }
  expect(await countRows(api.store)).toEqual(before)
  const first = await api.app.inject(propose(safe, good))
  const stored = await countRows(api.store)
  const replayed = await api.app.inject(propose(safe, good))
  expect([first.statusCode, replayed.statusCode]).toEqual([200, 200])
  expect(replayed.json()).toEqual(first.json())
  expect(await countRows(api.store)).toEqual(stored)
})

/** Values that are wrong in ways people have tried. */
const odd = constantFrom<unknown>(
  ...[null, true, [], {}, '', ' ', '0x', '0xzz', '-1', '1e3', '1.5', 'NaN'],
  ...[String(2n ** 256n - 1n), String(2n ** 256n), '9007199254740992', 2],
  ...['0x00', '\u0000', '\ud800', "'; drop table multisig_tx; --"],
  ...['XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS', `0x${'00'.repeat(65)}`],
  ...[
    `0x${'11'.repeat(64)}01`,
    `0x${'22'.repeat(64)}1f`,
    `0x${'ff'.repeat(32)}`,
  ],
  ...[alice.address.toLowerCase(), `0x${'ab'.repeat(20)}`, '{"note":"<b>"}'],
)

/** Half a surrogate pair cannot be part of an address. */
function toPath(value: unknown): string {
  return encodeURIComponent(Buffer.from(String(value)).toString())
}

test.each([
  ['', 60],
  [' @full', 3_000],
])(
  'scenario 23, S63: never breaks and stores nothing of what it refuses%s',
  async (_, numRuns) => {
    const seed = 20_261_115
    const good = await write(safe, { by: alice })
    const { safeTxHash, signature } = good
    const message = {
      message: 'hello',
      signature,
      safeAppId: null,
      origin: null,
    }
    const delegate = {
      safe: safe.address,
      delegate: dave.address,
      delegator: alice.address,
      label: 'x',
      signature,
    }
    const chain = '/v1/chains/31337'
    const routes = [
      ['POST', `${chain}/transactions/${safe.address}/propose`, good],
      [
        'POST',
        `${chain}/transactions/${safeTxHash}/confirmations`,
        { signature },
      ],
      ['DELETE', `${chain}/transactions/${safeTxHash}`, { signature }],
      ['POST', `${chain}/safes/${safe.address}/messages`, message],
      ['POST', `${chain}/messages/${safeTxHash}/signatures`, { signature }],
      ['POST', '/v2/chains/31337/delegates', delegate],
      ['DELETE', `/v2/chains/31337/delegates/${dave.address}`, delegate],
      ['GET', '/v2/chains/31337/delegates', {}],
      ['GET', `${chain}/safes/${safe.address}/messages`, {}],
      ['GET', `${chain}/messages/${safeTxHash}`, {}],
      ['POST', '/v1/auth/verify', { message: 'hello', signature }],
      ['GET', '/v1/auth/me', {}],
      ['POST', '/v1/auth/logout', {}],
    ] as const
    const reached = new Map<string, number>()
    await assert(
      asyncProperty(
        constantFrom(...routes),
        odd,
        integer({ min: 0, max: 20 }),
        tuple(string(), string(), json()),
        integer({ min: 0, max: 5 }),
        async ([method, path, valid], value, at, [key, text, any], kind) => {
          const keys = Object.keys(valid)
          const changed = keys[at % Math.max(1, keys.length)] ?? key
          const payload = kind === 0 ? any : { ...valid, [changed]: value }
          const query = new URLSearchParams({
            cursor: text,
            [key]: text,
            label: text,
          })
          const url = kind === 1 ? path.replace(/0x\w+/, toPath(value)) : path
          const before = await countRows(api.store)
          const reply = await api.app.inject({
            method,
            url: kind === 2 ? `${url}?${query}` : url,
            headers: {
              cookie: `access_token=${toPath(text)}`,
              'content-type': 'application/json',
            },
            ...(method === 'GET' ? {} : { payload }),
          })
          const name = `${method} ${path} ${reply.statusCode}`
          reached.set(name, (reached.get(name) ?? 0) + 1)
          expect(reply.statusCode, reply.body).toBeLessThan(500)
          expect(reply.body).not.toMatch(/node_modules|\.ts:\d|select |insert /)
          if (reply.statusCode >= 400)
            expect(await countRows(api.store)).toEqual(before)
        },
      ),
      { seed, numRuns },
    )
    expect(reached.size).toBeGreaterThan(routes.length)
  },
  600_000,
)

test('scenario 23: refuses a body of five megabytes before reading it', async () => {
  const body = { ...(await write(safe)), data: `0x${'00'.repeat(5_000_000)}` }
  const reply = await api.app.inject(propose(safe, body))
  expect(reply.statusCode).toBe(413)
})

test('messages that are nested without end are refused', async () => {
  const nest = (depth: number) => ({
    types: { A: [{ name: 'x', type: 'uint256' }] },
    primaryType: 'A',
    domain: {},
    message: { x: JSON.parse('['.repeat(depth) + ']'.repeat(depth)) },
  })
  const post = (message: unknown) =>
    api.app.inject({
      method: 'POST',
      url: `/v1/chains/31337/safes/${safe.address}/messages`,
      payload: { message, signature: `0x${'11'.repeat(65)}` },
    })
  const typed = nest(1)
  typed.types.A = [{ name: 'x', type: `uint256${'[]'.repeat(5_000)}` }]
  for (const message of [nest(200), nest(3_000), typed]) {
    const reply = await post(message)
    expect(reply.statusCode).toBe(422)
    expect(reply.body).toContain('nested more than 100 levels deep')
  }
})

test('what is decoded for anybody is no longer than what may be proposed', async () => {
  const data = `0x8d80ff0a${'00'.repeat(131_072)}`
  const call = { to: dave.address, value: '0', operation: 1, data }
  for (const [url, payload] of [
    ['/v1/chains/31337/data-decoder', { data }],
    ['/tx-service/local1/api/v1/data-decoder/', { data }],
    [`/v1/chains/31337/transactions/${safe.address}/preview`, call],
  ] as const) {
    const reply = await api.app.inject({ method: 'POST', url, payload })
    expect(reply.statusCode, reply.body).toBe(422)
    expect(reply.body).toContain('the maximum is 131072')
  }
})
