import {
  type DeployedSafe,
  demoAccounts,
  sendTransaction,
  signTransaction,
  type TransactionPlan,
} from '@covault/devnet'
import {
  approveHashMethod,
  buildSignatures,
  encodeMethod,
} from '@covault/protocol'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import type { Address, Hex, LocalAccount } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { toBytes } from '../../store/bytes.js'
import { expireUnsigned } from '../../store/unsigned.js'
import {
  type ApiSuite,
  type Proposal,
  post,
  propose,
  sign,
  storage,
  toProposal,
  withApi,
} from '../apiSuite.js'
import { countRows, expectRefused, type TestApp } from '../testApp.js'
import type { TestWorld } from '../testWorld.js'

const { alice, bob, carol, dave, stranger } = demoAccounts
let world: TestWorld
let api: TestApp
let newSafe: ApiSuite['newSafe']
/** Owners alice, bob and a safe of carol's. */
let safe: DeployedSafe
let parent: DeployedSafe

withApi({ firstSalt: 1_000n }, async (suite) => {
  ;({ world, api, newSafe } = suite)
  parent = await newSafe([carol.address])
  safe = await newSafe([alice.address, bob.address, parent.address])
})

let counter = 0n
async function write(
  plan: Partial<TransactionPlan> = {},
  {
    by = alice.address,
    signers = [],
    of = safe,
  }: { by?: Address; signers?: LocalAccount[]; of?: DeployedSafe } = {},
): Promise<Proposal> {
  const signed = await signTransaction(of, {
    plan: { to: dave.address, value: ++counter, nonce: 0n, ...plan },
    signers,
  })
  return toProposal(signed, { sender: by })
}

const send = (request: InjectOptions, headers: Record<string, string> = {}) =>
  api.app.inject({ ...request, headers })

const confirm = (safeTxHash: Hex, signature: Hex) =>
  post(`/v1/chains/31337/transactions/${safeTxHash}/confirmations`, {
    signature,
  })

const readDetails = async (safeTxHash: Hex) =>
  (await send({ url: `/v1/chains/31337/transactions/${safeTxHash}` })).json()

const forged = '{"url":"https://evil.example","note":"as agreed"}'

/** Makes the share of strangers full. */
async function fillShare(of: DeployedSafe, count = 200): Promise<void> {
  await sql`
    insert into multisig_tx (chain_id, safe_tx_hash, safe, nonce, details,
      submitted_at)
    select 31337, sha256((${of.address} || number)::bytea),
      ${toBytes(of.address)}, 1, 'proposal', now()
    from generate_series(1, ${count}) number
  `.execute(api.store)
}

async function signIn(account: LocalAccount): Promise<string> {
  const { nonce } = (await send({ url: '/v1/auth/nonce' })).json()
  const message = createSiweMessage({
    address: account.address,
    chainId: 31337,
    domain: 'localhost',
    nonce,
    uri: 'http://localhost/',
    version: '1',
  })
  const signature = await account.signMessage({ message })
  const reply = await send(post('/v1/auth/verify', { message, signature }), {
    host: 'localhost',
  })
  return String(reply.headers['set-cookie']).split(';')[0] ?? ''
}

/** The parent says yes to a transaction of the safe, in its own queue. */
async function proposeApproval(
  of: DeployedSafe,
  { safeTxHash, signers }: { safeTxHash: Hex; signers: LocalAccount[] },
) {
  const data = encodeMethod(approveHashMethod, { hashToApprove: safeTxHash })
  const body = await write(
    { to: safe.address, value: 0n, data },
    { of, by: carol.address, signers },
  )
  expect((await send(propose(of, body))).statusCode).toBe(200)
}

describe('what nobody signed', () => {
  test('claims no proposer, note or app, also when somebody confirms it', async () => {
    const body = { ...(await write()), origin: forged }
    const first = (await send(propose(safe, body))).json()
    const nobody = {
      note: null,
      safeAppInfo: null,
      detailedExecutionInfo: { proposer: null, proposedByDelegate: null },
    }
    expect(first).toMatchObject(nobody)
    expect(first.detailedExecutionInfo.trusted).toBe(false)
    const signature = await sign(bob, body.safeTxHash)
    const confirmed = (await send(confirm(body.safeTxHash, signature))).json()
    expect(confirmed).toMatchObject(nobody)
    expect(confirmed.detailedExecutionInfo.trusted).toBe(true)
    const { rows } = await sql<{ origin: string | null }>`
      select origin from multisig_tx
      where safe_tx_hash = ${toBytes(body.safeTxHash)}
    `.execute(api.store)
    expect(rows).toEqual([{ origin: null }])
  })

  test('gets its proposer and note from the owner who signs it later', async () => {
    const body = { ...(await write()), origin: forged }
    await send(propose(safe, body))
    await send(confirm(body.safeTxHash, await sign(bob, body.safeTxHash)))
    const signature = await sign(alice, body.safeTxHash)
    const own = { ...body, signature, origin: '{"note":"rent"}' }
    expect((await send(propose(safe, own))).json()).toMatchObject({
      note: 'rent',
      detailedExecutionInfo: { proposer: { value: alice.address } },
    })
  })

  test('gets no note by a signature that anybody can read', async () => {
    const body = await write()
    await send(propose(safe, body))
    const signature = await sign(bob, body.safeTxHash)
    await send(confirm(body.safeTxHash, signature))
    const replayed = {
      ...body,
      sender: bob.address,
      signature,
      origin: forged,
    }
    expect((await send(propose(safe, replayed))).json()).toMatchObject({
      note: null,
      detailedExecutionInfo: { proposer: null },
    })
    const signedIn = await send(propose(safe, replayed), {
      cookie: await signIn(bob),
    })
    expect(signedIn.json()).toMatchObject({
      note: 'as agreed',
      detailedExecutionInfo: { proposer: { value: bob.address } },
    })
  })

  test('keeps the first note of its proposer, no matter who sends the signature again', async () => {
    const body = await write({}, { signers: [alice] })
    await send(propose(safe, { ...body, origin: '{"note":"rent"}' }))
    const again = await send(propose(safe, { ...body, origin: forged }))
    expect(again.json()).toMatchObject({ note: 'rent' })
  })

  test('is gone after a day', async () => {
    const body = await write({ nonce: 3n })
    await send(propose(safe, body))
    const queue = async () =>
      (
        await send({
          url: `/v1/chains/31337/safes/${safe.address}/transactions/queued?trusted=false`,
        })
      ).body
    expect(await queue()).toContain(body.safeTxHash)
    await age(body.safeTxHash)
    // What was just answered holds for a moment.
    await expect.poll(queue).not.toContain(body.safeTxHash)
    const gone = storage(404, 'An error occurred')
    const signature = await sign(bob, body.safeTxHash)
    await expectRefused(api, confirm(body.safeTxHash, signature), gone)
    const before = (await countRows(api.store)).multisig_tx ?? 0n
    await expireUnsigned(api.store, 31337)
    expect((await countRows(api.store)).multisig_tx).toBe(before - 1n)
    expect((await send(propose(safe, body))).statusCode).toBe(200)
    expect(await queue()).toContain(body.safeTxHash)
  })

  test('is in no list once its day is over, before upkeep takes it away', async () => {
    const body = await write({ nonce: 4n })
    await send(propose(safe, body))
    await age(body.safeTxHash, '1 minute')
    const { rows } = await sql`
      select from multisig_tx where safe_tx_hash = ${toBytes(body.safeTxHash)}
    `.execute(api.store)
    expect(rows).toHaveLength(1)
    const list = (path: string) => async () => (await send({ url: path })).body
    const { address } = safe
    for (const path of [
      `/v1/chains/31337/safes/${address}/transactions/queued?trusted=false`,
      `/tx-service/local1/api/v2/safes/${address}/multisig-transactions/?trusted=false`,
      `/v1/chains/31337/transactions/${body.safeTxHash}`,
    ])
      await expect.poll(list(path)).not.toContain(body.safeTxHash.slice(2))
  })

  test('gets another day before its end while its approval waits', async () => {
    const two = await newSafe([carol.address, dave.address], 2)
    const child = await newSafe([two.address])
    const body = await write({}, { of: child, by: two.address })
    await send(propose(child, body))
    const data = encodeMethod(approveHashMethod, {
      hashToApprove: body.safeTxHash,
    })
    const approval = await write(
      { to: child.address, value: 0n, data },
      { of: two, by: carol.address, signers: [carol] },
    )
    await send(propose(two, approval))
    await age(body.safeTxHash, '-5 minutes')
    await expireUnsigned(api.store, 31337)
    const { rows } = await sql<{ isLater: boolean }>`
      select expires_at > now() + interval '23 hours' as "isLater"
      from multisig_tx where safe_tx_hash = ${toBytes(body.safeTxHash)}
    `.execute(api.store)
    expect(rows).toEqual([{ isLater: true }])
  })

  test('stays as long as the approval of the safe it names waits', async () => {
    const two = await newSafe([carol.address, dave.address], 2)
    const child = await newSafe([two.address])
    const body = await write({}, { of: child, by: two.address })
    await send(propose(child, body))
    const data = encodeMethod(approveHashMethod, {
      hashToApprove: body.safeTxHash,
    })
    const approval = await write(
      { to: child.address, value: 0n, data },
      { of: two, by: carol.address, signers: [carol] },
    )
    await send(propose(two, approval))
    await age(body.safeTxHash)
    await expireUnsigned(api.store, 31337)
    const details = await readDetails(body.safeTxHash)
    expect(details.safeAddress).toBe(child.address)
  })

  test('stays when an owner signed it meanwhile', async () => {
    const body = await write()
    await send(propose(safe, body))
    await send(confirm(body.safeTxHash, await sign(bob, body.safeTxHash)))
    await age(body.safeTxHash)
    await expireUnsigned(api.store, 31337)
    const details = await readDetails(body.safeTxHash)
    expect(details.txId).toContain(body.safeTxHash)
  })

  test('has at most 16 kB of data', async () => {
    const data = (bytes: number): Hex => `0x${'ab'.repeat(bytes)}`
    const most = await write({ data: data(16_384) })
    expect((await send(propose(safe, most))).statusCode).toBe(200)
    await expectRefused(
      api,
      propose(safe, await write({ data: data(16_385) })),
      storage(
        422,
        'An unsigned proposal may have 16384 bytes of data, and this one has 16385. Sign it, or sign in as an owner and propose it again.',
      ),
    )
    const signed = await write({ data: data(16_385) }, { signers: [alice] })
    expect((await send(propose(safe, signed))).statusCode).toBe(200)
  })
})

describe('the share of strangers', () => {
  const full =
    'Too many unsigned proposals wait in this safe. Sign the proposal, or sign in as an owner and propose it again.'

  test('leaves room for an owner of the parent who is signed in', async () => {
    const of = await newSafe([alice.address, parent.address])
    await fillShare(of)
    const body = { ...(await write({}, { of, by: parent.address })) }
    const anonymous = await send(propose(of, body))
    expect(anonymous.statusCode).toBe(429)
    expect(anonymous.json()).toEqual(storage(429, full))
    expect(Number(anonymous.headers['retry-after'])).toBeGreaterThan(0)
    const other = await send(propose(of, body), {
      cookie: await signIn(stranger),
    })
    expect(other.statusCode).toBe(429)
    const cookie = await signIn(carol)
    const elsewhere = { cookie, origin: 'https://evil.example' }
    expect((await send(propose(of, body), elsewhere)).statusCode).toBe(429)
    const own = await send(propose(of, { ...body, origin: '{"note":"x"}' }), {
      cookie,
    })
    expect(own.json()).toMatchObject({
      note: 'x',
      detailedExecutionInfo: {
        trusted: false,
        proposer: { value: parent.address },
      },
    })
  })

  test('leaves room for an owner three safes above', async () => {
    const middle = await newSafe([parent.address])
    const of = await newSafe([middle.address])
    await fillShare(of)
    const body = await write({}, { of, by: middle.address })
    const cookie = await signIn(carol)
    expect((await send(propose(of, body), { cookie })).statusCode).toBe(200)
  })

  test('leaves room for what the parent is about to approve', async () => {
    const owner = await newSafe([carol.address, dave.address], 2)
    const of = await newSafe([owner.address])
    await fillShare(of)
    const body = await write({}, { of, by: owner.address })
    expect((await send(propose(of, body))).statusCode).toBe(429)
    await proposeApproval(owner, {
      safeTxHash: body.safeTxHash,
      signers: [carol],
    })
    expect((await send(propose(of, body))).statusCode).toBe(200)
  })

  test('does not take what a safe approves that is no owner', async () => {
    const own = await newSafe([carol.address])
    const of = await newSafe([parent.address, alice.address])
    await fillShare(of)
    const body = await write({}, { of, by: parent.address })
    await proposeApproval(own, {
      safeTxHash: body.safeTxHash,
      signers: [carol],
    })
    expect((await send(propose(of, body))).statusCode).toBe(429)
  })

  test('leaves room for what is signed, in any form', async () => {
    const of = await newSafe([alice.address])
    await fillShare(of)
    const signed = await write({}, { of, signers: [alice] })
    expect((await send(propose(of, signed))).statusCode).toBe(200)
  })

  test('has room again when a day has passed', async () => {
    const of = await newSafe([alice.address])
    await fillShare(of)
    const body = await write({}, { of })
    expect((await send(propose(of, body))).statusCode).toBe(429)
    await sql`
      update multisig_tx set expires_at = now() - interval '1 hour'
      where safe = ${toBytes(of.address)}
    `.execute(api.store)
    expect((await send(propose(of, body))).statusCode).toBe(200)
  })

  test('of an account that is signed in is bounded too', async () => {
    const of = await newSafe([alice.address])
    await fillShare(of, 100)
    await sql`
      update multisig_tx set vouched_by = ${toBytes(alice.address)}
      where safe = ${toBytes(of.address)}
    `.execute(api.store)
    const cookie = await signIn(alice)
    const reply = await send(propose(of, await write({}, { of })), { cookie })
    expect(reply.json()).toEqual(
      storage(
        422,
        `${alice.address} has 100 drafts in this safe, the maximum. Sign or delete some of them first.`,
      ),
    )
  })
})

test('an approval on the chain, which anybody can tell of, brings no note', async () => {
  const body = await write()
  await sendTransaction(world.devnet.client, {
    account: bob,
    to: safe.address,
    data: encodeMethod(approveHashMethod, { hashToApprove: body.safeTxHash }),
  })
  const signature = buildSignatures([
    { kind: 'approvedHash', signer: bob.address },
  ])
  const told = { ...body, sender: bob.address, signature, origin: forged }
  expect((await send(propose(safe, told))).json()).toMatchObject({
    note: null,
    detailedExecutionInfo: { trusted: true, proposer: null },
  })
})

/** Its day has been over for as long. */
async function age(safeTxHash: Hex, since = '1 hour'): Promise<void> {
  await sql`
    update multisig_tx set expires_at = now() - ${since}::interval
    where safe_tx_hash = ${toBytes(safeTxHash)}
  `.execute(api.store)
}
