import {
  type DeployedSafe,
  demoAccounts,
  runTransaction,
  signTransaction,
  type TransactionPlan,
} from '@covault/devnet'
import {
  getDelegateTypedData,
  getTotp,
  hashSafeMessage,
} from '@covault/protocol'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import {
  type Address,
  getAddress,
  type Hex,
  type LocalAccount,
  pad,
  toHex,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { toBytes } from '../../store/bytes.js'
import {
  type ApiSuite,
  type Proposal,
  post,
  propose,
  rule,
  sign,
  storage,
  toProposal,
  withApi,
} from '../apiSuite.js'
import { expectRefused, type Refusal, type TestApp } from '../testApp.js'
import type { TestWorld } from '../testWorld.js'

const { alice, bob, dave, stranger } = demoAccounts
let world: TestWorld
let api: TestApp
let newSafe: ApiSuite['newSafe']
let safe: DeployedSafe

const writesPerSafePerMinute = 12
const unsignedPerHour = 5

withApi(
  {
    firstSalt: 1_200n,
    configuration: {
      access: { rateLimits: { writesPerSafePerMinute, unsignedPerHour } },
    },
  },
  async (suite) => {
    ;({ world, api, newSafe } = suite)
    safe = await newSafe([alice.address, bob.address])
  },
)

let counter = 0n
async function write(
  plan: Partial<TransactionPlan> = {},
  {
    by = alice,
    signers = [by],
    of = safe,
  }: { by?: LocalAccount; signers?: LocalAccount[]; of?: DeployedSafe } = {},
): Promise<Proposal> {
  const signed = await signTransaction(of, {
    plan: { to: dave.address, value: ++counter, nonce: 0n, ...plan },
    signers,
  })
  return toProposal(signed, { sender: by.address })
}

const send = (request: InjectOptions, host = 1) =>
  api.app.inject({ ...request, remoteAddress: `203.0.113.${host}` })

/** What is refused must leave nothing behind, not even that it is followed. */
async function newFollowed(owners: Address[], threshold = 1) {
  const made = await newSafe(owners, threshold)
  await send({ url: `/v1/chains/31337/safes/${made.address}` })
  return made
}

const refuse = (request: InjectOptions, answer: Refusal) =>
  expectRefused(api, request, answer)

const createMessage = (of: DeployedSafe, body: object) =>
  post(`/v1/chains/31337/safes/${of.address}/messages`, body)

async function signedMessage(of: DeployedSafe, message: string, by = alice) {
  const domain = { chainId: 31337, safe: of.address, version: of.version }
  return {
    message,
    signature: await sign(by, hashSafeMessage(domain, message)),
  }
}

describe('the allowance of a safe', () => {
  test('S58: is not used up by writes that are refused, unsigned or said before', async () => {
    const of = await newSafe([alice.address, bob.address])
    const good = await write({}, { of })
    expect((await send(propose(of, good))).statusCode).toBe(200)
    const { signature } = await write({}, { of, by: stranger })
    const hash = good.safeTxHash
    const confirm = (by: Hex) =>
      post(`/v1/chains/31337/transactions/${hash}/confirmations`, {
        signature: by,
      })
    const wrong = [
      propose(of, { ...good, signature }),
      propose(of, { ...good, value: '9' }),
      propose(of, {}),
      confirm(await sign(stranger, hash)),
      createMessage(of, await signedMessage(of, 'x', stranger)),
      propose(of, good),
      confirm(await sign(alice, hash)),
    ]
    for (let round = 0; round < 4; round++)
      for (const request of wrong)
        expect((await send(request, 2 + round)).statusCode).not.toBe(429)
    for (let count = 0; count < unsignedPerHour; count++) {
      const body = await write({}, { of, signers: [] })
      expect((await send(propose(of, body), 9)).statusCode).toBe(200)
    }
    // Signed before, for allowances come back while a slow machine signs.
    const bodies: Proposal[] = []
    while (bodies.length < 3 * writesPerSafePerMinute)
      bodies.push(await write({}, { of }))
    let taken = 1
    let late = await send(propose(of, bodies[0] ?? {}))
    for (const body of bodies.slice(1)) {
      if (late.statusCode === 429) break
      expect(late.statusCode).toBe(200)
      taken++
      late = await send(propose(of, body), 3)
    }
    expect(taken).toBeGreaterThanOrEqual(writesPerSafePerMinute)
    expect(late.statusCode).toBe(429)
    expect(late.json()).toEqual(rule('Rate limit reached', 429))
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0)
    const message = await signedMessage(of, 'late')
    expect((await send(createMessage(of, message))).statusCode).toBe(429)
    const vote = await sign(bob, hash)
    expect((await send(confirm(vote))).statusCode).toBe(429)
    const other = await newSafe([alice.address])
    const elsewhere = await write({}, { of: other })
    expect((await send(propose(other, elsewhere))).statusCode).toBe(200)
  }, 60_000)
})

describe('unsigned proposals', () => {
  test('are counted for each caller, before anything is looked at', async () => {
    const of = await newSafe([alice.address])
    const wrong = { ...(await write({}, { of, signers: [] })), value: '123' }
    for (let count = 0; count < unsignedPerHour; count++)
      expect((await send(propose(of, wrong), 77)).statusCode).toBe(422)
    const body = await write({}, { of, signers: [] })
    const refused = await send(propose(of, body), 77)
    expect(refused.json()).toEqual(rule('Rate limit reached', 429))
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
    expect((await send(propose(of, body), 78)).statusCode).toBe(200)
    const signed = await write({}, { of })
    expect((await send(propose(of, signed), 77)).statusCode).toBe(200)
  })
})

describe('what waits', () => {
  const most = (who: string) =>
    storage(
      422,
      `${who} has 500 transactions waiting in this safe, the maximum. Execute or delete some of them first.`,
    )

  /** Many that one owner has proposed. */
  const fill = (of: DeployedSafe, by: LocalAccount, nonce: number) =>
    sql`
      insert into multisig_tx (chain_id, safe_tx_hash, safe, nonce, details,
        proposer, trusted, submitted_at)
      select 31337, sha256((${of.address} || ${nonce} || number)::bytea),
        ${toBytes(of.address)}, ${nonce}::numeric, 'proposal',
        ${toBytes(by.address)}, true, now()
      from generate_series(1, 500) number
    `.execute(api.store)

  test('is bounded for each owner, who is told so', async () => {
    const of = await newFollowed([alice.address, bob.address])
    await fill(of, alice, 4)
    await refuse(propose(of, await write({}, { of })), most(alice.address))
    const byBob = await write({}, { of, by: bob })
    expect((await send(propose(of, byBob))).statusCode).toBe(200)
    const { safeTxHash } = byBob
    const joined = { ...byBob, sender: alice.address }
    const signature = await sign(alice, safeTxHash)
    const reply = await send(propose(of, { ...joined, signature }))
    expect(reply.statusCode).toBe(200)
  })

  test('counts what can still be executed', async () => {
    const of = await newSafe([alice.address])
    await runTransaction(world.devnet, of, {
      plan: { to: dave.address },
      signers: [alice],
    })
    await fill(of, alice, 0)
    const body = await write({ nonce: 1n }, { of })
    expect((await send(propose(of, body))).statusCode).toBe(200)
  })

  test('is bounded for an owner who confirms what nobody proposed', async () => {
    const of = await newSafe([alice.address, bob.address])
    await fill(of, bob, 4)
    await sql`
      insert into confirmation (chain_id, safe_tx_hash, owner, kind)
      select 31337, safe_tx_hash, proposer, 'ecdsa' from multisig_tx
      where safe = ${toBytes(of.address)}
    `.execute(api.store)
    await sql`
      update multisig_tx set proposer = null
      where safe = ${toBytes(of.address)}
    `.execute(api.store)
    const body = await write({}, { of, signers: [] })
    expect((await send(propose(of, body), 50)).statusCode).toBe(200)
    const url = `/v1/chains/31337/transactions/${body.safeTxHash}/confirmations`
    const by = async (account: LocalAccount) =>
      post(url, { signature: await sign(account, body.safeTxHash) })
    await refuse(await by(bob), most(bob.address))
    expect((await send(await by(alice))).statusCode).toBe(200)
    expect((await send(await by(bob))).statusCode).toBe(200)
  })

  test('is bounded for messages of each signer too', async () => {
    const of = await newFollowed([alice.address, bob.address], 2)
    await sql`
      insert into message (chain_id, message_hash, safe, content, proposer)
      select 31337, sha256((${of.address} || number)::bytea),
        ${toBytes(of.address)}, '"x"', ${toBytes(alice.address)}
      from generate_series(1, 500) number
    `.execute(api.store)
    await refuse(
      createMessage(of, await signedMessage(of, 'one more')),
      storage(
        422,
        `${alice.address} has 500 messages waiting for signatures in this safe, the maximum. Collect the signatures for some of them first.`,
      ),
    )
    const byBob = await signedMessage(of, 'one of bob', bob)
    expect((await send(createMessage(of, byBob))).statusCode).toBe(202)
    await sql`
      insert into message_confirmation (chain_id, message_hash, owner,
        signature, kind)
      select 31337, message_hash, owner, '\\x00', 'ecdsa' from message,
        unnest(${[alice, bob].map(({ address }) => toBytes(address))}::bytea[])
          as signed (owner)
      where safe = ${toBytes(of.address)}
      on conflict do nothing
    `.execute(api.store)
    const more = await signedMessage(of, 'one more')
    expect((await send(createMessage(of, more))).statusCode).toBe(202)
  })
})

describe('delegates', () => {
  const add = async (delegate: Hex, options: { safe?: Hex | null } = {}) =>
    post('/v2/chains/31337/delegates', {
      safe: options.safe ?? null,
      delegate,
      delegator: stranger.address,
      label: 'a friend',
      signature: await stranger.signTypedData(
        getDelegateTypedData({
          chainId: 31337,
          delegate,
          totp: getTotp({ unixSeconds: Date.now() / 1000 }),
        }),
      ),
    })

  test('for all safes are bounded for each key, who is told so', async () => {
    await sql`
      insert into delegate (chain_id, safe, delegate, delegator, label)
      select 31337, null, substring(sha256(number::text::bytea) for 20),
        ${toBytes(stranger.address)}, ''
      from generate_series(1, 99) number
    `.execute(api.store)
    const last = getAddress(pad(toHex(0xd1), { size: 20 }))
    expect((await send(await add(last))).statusCode).toBe(200)
    await refuse(
      await add(getAddress(pad(toHex(0xd2), { size: 20 }))),
      storage(
        422,
        `${stranger.address} already has 100 proposers for all safes, the maximum. Remove one first.`,
      ),
    )
    expect((await send(await add(last))).statusCode).toBe(200)
  })

  test('for all safes are few of keys that own none, and none that ended', async () => {
    await sql`
      insert into delegate
        (chain_id, safe, delegate, delegator, label, created_at, expires_at)
      select 31337, null, substring(sha256(number::text::bytea) for 20),
        substring(sha256(('key' || number)::bytea) for 20), '',
        now() - interval '1 day',
        case when number > 1100 then now() - interval '1 hour' end
      from generate_series(1, 1200) number
    `.execute(api.store)
    await sql`
      update delegate set expires_at = now()
      where delegator = ${toBytes(stranger.address)}
    `.execute(api.store)
    const one = getAddress(pad(toHex(0xd3), { size: 20 }))
    expect((await send(await add(one))).statusCode).toBe(200)
    const { rows } = await sql<{ count: bigint; ended: bigint }>`
      select count(*), count(*) filter (where expires_at <= now()) as ended
      from delegate where safe is null
    `.execute(api.store)
    expect(rows).toEqual([{ count: 1_000n, ended: 0n }])
  })
})

describe('what is stored', () => {
  test('is a message of 64 kB at most', async () => {
    const of = await newSafe([alice.address])
    const text = (bytes: number) => 'x'.repeat(bytes - 2)
    const most = await signedMessage(of, text(65_536))
    expect((await send(createMessage(of, most))).statusCode).toBe(202)
    await refuse(
      createMessage(of, await signedMessage(of, text(65_537))),
      storage(
        422,
        'The message has 65537 bytes as JSON; the maximum is 65536. Shorten it.',
      ),
    )
    // Two bytes each.
    const wide = await signedMessage(of, 'é'.repeat(40_000))
    expect((await send(createMessage(of, wide))).statusCode).toBe(422)
  })

  test('stays readable and can be signed when it is larger', async () => {
    const of = await newSafe([alice.address, bob.address], 2)
    const message = 'y'.repeat(200_000)
    const domain = { chainId: 31337, safe: of.address, version: of.version }
    const hash = hashSafeMessage(domain, message)
    await sql`
      insert into message (chain_id, message_hash, safe, content, proposer)
      values (31337, ${toBytes(hash)}, ${toBytes(of.address)},
        ${JSON.stringify(message)}, ${toBytes(alice.address)})
    `.execute(api.store)
    const signature = await sign(bob, hash)
    const url = `/v1/chains/31337/messages/${hash}`
    const reply = await send(post(`${url}/signatures`, { signature }))
    expect(reply.statusCode).toBe(200)
    expect((await send({ url })).json().message).toBe(message)
  })

  test('is data of 128 kB at most', async () => {
    const data = (bytes: number): Hex => `0x${'ab'.repeat(bytes)}`
    const most = await write({ data: data(131_072) })
    expect((await send(propose(safe, most))).statusCode).toBe(200)
    await refuse(
      propose(safe, await write({ data: data(131_073) })),
      storage(
        422,
        'The transaction has 131073 bytes of data; the maximum is 131072. Split it into smaller transactions.',
      ),
    )
  })

  test.each([
    [10_240, JSON.stringify({ note: 'x'.repeat(10_229) })],
    [201, JSON.stringify({ note: 'x'.repeat(190) })],
    // Taking such markup out round by round ended the process once.
    [
      600_011,
      JSON.stringify({ note: '<'.repeat(200_000) + 'a>'.repeat(200_000) }),
    ],
  ])('is an origin of 200 characters at most, not %i', async (size, origin) => {
    await refuse(
      propose(safe, { ...(await write()), origin }),
      storage(
        422,
        `The origin has ${size} characters; the maximum is 200. Shorten its name, address or note.`,
      ),
    )
  })
})

describe('nonces', () => {
  const readNonces = async (of: DeployedSafe) =>
    (await send({ url: `/v1/chains/31337/safes/${of.address}/nonces` })).json()

  /** By an answer that is made for each who asks. */
  const recommend = async (of: DeployedSafe) => {
    const url = `/v2/chains/31337/safes/${of.address}/multisig-transactions/estimations`
    const call = { to: dave.address, value: '0', data: null, operation: 0 }
    return (await send(post(url, call))).json().recommendedNonce
  }

  const wait = (of: DeployedSafe, nonces: readonly (number | bigint)[]) =>
    sql`
      insert into multisig_tx (chain_id, safe_tx_hash, safe, nonce, details,
        trusted, submitted_at)
      select 31337, sha256((${of.address} || nonce)::bytea),
        ${toBytes(of.address)}, nonce, 'proposal', true, now()
      from unnest(${nonces.map(String)}::numeric[]) nonce
    `.execute(api.store)

  test('are recommended after what waits without a large gap', async () => {
    const of = await newSafe([alice.address])
    expect(await readNonces(of)).toEqual({
      currentNonce: 0,
      recommendedNonce: 0,
    })
    await wait(of, [0, 1, 102, 2n ** 53n - 1n])
    expect(await recommend(of)).toBe(103)
    await wait(of, [204])
    expect(await recommend(of)).toBe(103)
    await wait(of, [150])
    expect(await recommend(of)).toBe(205)
  })

  test('more than 10,000 ahead are refused, saying so', async () => {
    const of = await newSafe([alice.address])
    const far = (nonce: bigint) =>
      storage(
        422,
        `Nonce ${nonce} is more than 10000 ahead of the safe, which is at 0. Choose 10000 or a lower one.`,
      )
    for (const nonce of [10_001n, 2n ** 53n - 1n])
      await refuse(propose(of, await write({ nonce }, { of })), far(nonce))
    const last = await write({ nonce: 10_000n }, { of })
    expect((await send(propose(of, last))).statusCode).toBe(200)
    expect(await recommend(of)).toBe(0)
  })

  test('that no JSON number holds are refused in words', async () => {
    const body = { ...(await write()), nonce: '9007199254740992' }
    const reply = await send(propose(safe, body))
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toMatchObject({
      statusCode: 422,
      path: ['nonce'],
      message: 'The nonce is too high: 9007199254740991 is the highest.',
    })
  })

  test('of what was executed are refused with that reason', async () => {
    const of = await newSafe([alice.address, bob.address])
    const body = await write({ value: 0n }, { of })
    expect((await send(propose(of, body))).statusCode).toBe(200)
    const run = await runTransaction(world.devnet, of, {
      plan: { to: dave.address },
      signers: [alice],
    })
    expect(run.safeTxHash).toBe(body.safeTxHash)
    const confirm = post(
      `/v1/chains/31337/transactions/${body.safeTxHash}/confirmations`,
      { signature: await sign(bob, body.safeTxHash) },
    )
    await refuse(propose(of, body), rule('Invalid nonce'))
    // As the indexer writes it.
    await sql`
      update multisig_tx set block_number = 1, tx_index = 0, log_index = 0,
        tx_hash = ${toBytes(body.safeTxHash)}, executed_at = now(),
        success = true
      where safe_tx_hash = ${toBytes(body.safeTxHash)}
    `.execute(api.store)
    const executed = storage(
      422,
      'This transaction was already executed. There is nothing left to sign.',
    )
    await refuse(propose(of, body), executed)
    await refuse(confirm, executed)
    const other = await write({}, { of })
    await refuse(propose(of, other), rule('Invalid nonce'))
  })
})

test('a module transaction without its place is not found', async () => {
  const url = `/v1/chains/31337/transactions/module_${safe.address}_i${'ab'.repeat(32)}`
  await refuse({ url }, storage(404, 'An error occurred'))
  await refuse(
    { url: `${url}x` },
    storage(400, 'module_transaction_id is not valid'),
  )
})
