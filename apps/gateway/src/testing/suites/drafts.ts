import {
  type DeployedSafe,
  demoAccounts,
  signTransaction,
} from '@covault/devnet'
import { getDelegateTypedData, getTotp } from '@covault/protocol'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import type { Hex, LocalAccount } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { toBytes } from '../../store/bytes.js'
import { expireUnsigned } from '../../store/unsigned.js'
import {
  type ApiSuite,
  post,
  propose,
  sign,
  storage,
  toProposal,
  withApi,
} from '../apiSuite.js'
import { postComment, signComment, signIn } from '../membersWorld.js'
import type { TestApp } from '../testApp.js'

const { alice, bob, carol, dave } = demoAccounts
let api: TestApp
let newSafe: ApiSuite['newSafe']
/** Of alice and bob; dave may propose. */
let safe: DeployedSafe
let cookies: Record<'alice' | 'bob' | 'carol' | 'dave', string>

withApi({ firstSalt: 8_200n }, async (suite) => {
  ;({ api, newSafe } = suite)
  safe = await newSafe([alice.address, bob.address])
})

beforeAll(async () => {
  cookies = {
    alice: await signIn(api.app, alice),
    bob: await signIn(api.app, bob),
    carol: await signIn(api.app, carol),
    dave: await signIn(api.app, dave),
  }
  const totp = getTotp({ unixSeconds: Date.now() / 1000 })
  await send(
    post('/v2/chains/31337/delegates', {
      safe: safe.address,
      delegate: dave.address,
      delegator: alice.address,
      label: 'assistant',
      signature: await alice.signTypedData(
        getDelegateTypedData({ chainId: 31337, delegate: dave.address, totp }),
      ),
    }),
  )
})

const send = (request: InjectOptions, cookie = '') =>
  api.app.inject({ ...request, headers: { host: 'localhost', cookie } })

let counter = 0n
async function save(
  cookie: string,
  { of = safe, by = alice, nonce = 0n, note = 'rent' } = {},
): Promise<Hex> {
  const { safeTxHash, reply } = await trySave(cookie, { of, by, nonce, note })
  expect(reply.statusCode, reply.body).toBe(200)
  return safeTxHash
}

async function trySave(
  cookie: string,
  {
    of = safe,
    by = alice,
    nonce = 0n,
    note = '',
  }: {
    of?: DeployedSafe
    by?: LocalAccount
    nonce?: bigint
    note?: string
  } = {},
) {
  const signed = await signTransaction(of, {
    plan: { to: dave.address, value: ++counter, nonce },
    signers: [],
  })
  const body = toProposal(signed, { sender: by.address })
  const origin = JSON.stringify({ note })
  const reply = await send(propose(of, { ...body, origin }), cookie)
  return { safeTxHash: signed.safeTxHash, reply }
}

type Listed = { savedBy: string; transaction: { id: string; note: string } }

const list = async (cookie: string, of = safe): Promise<Listed[] | null> =>
  (
    await send({ url: `/v1/chains/31337/safes/${of.address}/drafts` }, cookie)
  ).json().drafts

const find = async (cookie: string, safeTxHash: Hex, of = safe) =>
  (await list(cookie, of))?.find(({ transaction }) =>
    transaction.id.endsWith(safeTxHash),
  )

const remove = (safeTxHash: Hex, cookie: string, of = safe) =>
  send(
    {
      method: 'DELETE',
      url: `/v1/chains/31337/safes/${of.address}/drafts/${safeTxHash}`,
    },
    cookie,
  )

const queued = async (of = safe) =>
  (
    await send({
      url: `/v1/chains/31337/safes/${of.address}/transactions/queued`,
    })
  ).body

const readExpiry = async (safeTxHash: Hex) => {
  const { rows } = await sql<{ expires_at: Date | null }>`
    select expires_at from multisig_tx
    where safe_tx_hash = ${toBytes(safeTxHash)}
  `.execute(api.store)
  return rows[0]?.expires_at
}

describe('drafts', () => {
  test('are what a member proposes unsigned while signed in, and stay', async () => {
    const safeTxHash = await save(cookies.alice)
    expect(await readExpiry(safeTxHash)).toBeNull()
    await expireUnsigned(api.store, 31337)
    expect(await find(cookies.bob, safeTxHash)).toMatchObject({
      savedBy: alice.address,
      transaction: { note: 'rent' },
    })
    expect(await queued()).not.toContain(safeTxHash)
  })

  test('of a proposer are theirs', async () => {
    const safeTxHash = await save(cookies.dave, { by: dave })
    expect(await find(cookies.bob, safeTxHash)).toMatchObject({
      savedBy: dave.address,
    })
  })

  test('are hidden from those who are not members, also where the gateway is open', async () => {
    expect(await list('')).toBeNull()
    expect(await list(cookies.carol)).toBeNull()
  })

  test('are not what strangers send, which goes after a day', async () => {
    const anonymous = await save('')
    const other = await save(cookies.carol)
    // Anyone who is signed in cannot speak for another owner.
    const asBob = await save(cookies.alice, { by: bob })
    for (const safeTxHash of [anonymous, other, asBob]) {
      expect(await readExpiry(safeTxHash)).toBeInstanceOf(Date)
      expect(await find(cookies.alice, safeTxHash)).toBeUndefined()
    }
  })

  test('become what they are when a member sends again what a stranger sent', async () => {
    const signed = await signTransaction(safe, {
      plan: { to: dave.address, value: ++counter, nonce: 0n },
      signers: [],
    })
    const body = toProposal(signed, { sender: alice.address })
    await send(propose(safe, body))
    expect(await readExpiry(signed.safeTxHash)).toBeInstanceOf(Date)
    await send(propose(safe, body), cookies.alice)
    expect(await readExpiry(signed.safeTxHash)).toBeNull()
    expect(await find(cookies.bob, signed.safeTxHash)).toBeDefined()
  })

  test('become ordinary proposals with the first signature', async () => {
    const safeTxHash = await save(cookies.alice)
    const reply = await send(
      post(`/v1/chains/31337/transactions/${safeTxHash}/confirmations`, {
        signature: await sign(bob, safeTxHash),
      }),
    )
    expect(reply.json().detailedExecutionInfo).toMatchObject({
      trusted: true,
      proposer: { value: alice.address },
    })
    expect(await find(cookies.alice, safeTxHash)).toBeUndefined()
    expect(await queued()).toContain(safeTxHash)
    expect((await remove(safeTxHash, cookies.alice)).statusCode).toBe(404)
  })

  test('are deleted by the one who saved them and by owners, with their comments', async () => {
    const own = await save(cookies.dave, { by: dave })
    const ofAlice = await save(cookies.alice)
    expect((await remove(own, '')).statusCode).toBe(403)
    expect((await remove(own, cookies.carol)).statusCode).toBe(403)
    const refused = await remove(ofAlice, cookies.dave)
    expect(refused.statusCode).toBe(403)
    expect(refused.json().message).toBe(
      `Only ${alice.address}, who saved this draft, and owners can delete it.`,
    )
    const comment = await signComment(bob, {
      safe: safe.address,
      safeTxHash: own,
      text: 'not needed any more',
    })
    await send(postComment(safe, comment), cookies.bob)
    expect((await remove(own, cookies.bob)).statusCode).toBe(200)
    expect((await remove(own, cookies.bob)).statusCode).toBe(404)
    expect((await remove(ofAlice, cookies.alice)).statusCode).toBe(200)
    const { rows } = await sql`
      select from comment where safe_tx_hash = ${toBytes(own)}
    `.execute(api.store)
    expect(rows).toEqual([])
  })

  test('are at most 200 in a safe', async () => {
    const of = await newSafe([alice.address, bob.address])
    await save(cookies.alice, { of })
    await sql`
      insert into multisig_tx (chain_id, safe_tx_hash, safe, nonce, details,
        submitted_at, vouched_by)
      select 31337, sha256((${of.address} || number)::bytea),
        ${toBytes(of.address)}, 1, 'proposal', now(),
        sha256(((number % 3) || 'x')::bytea)
      from generate_series(1, 199) number
    `.execute(api.store)
    const { reply } = await trySave(cookies.bob, { of, by: bob })
    expect(reply.json()).toEqual(
      storage(
        422,
        'This safe has 200 drafts, the maximum. Sign or delete some of them first.',
      ),
    )
  })

  test('go a day after their nonce was used', async () => {
    const of = await newSafe([alice.address])
    const safeTxHash = await save(cookies.alice, { of })
    const later = await save(cookies.alice, { of, nonce: 1n })
    // As the indexer writes it.
    const { rows } = await sql`
      update safe_state set nonce = 1 where safe = ${toBytes(of.address)}
      returning true
    `.execute(api.store)
    expect(rows).toHaveLength(1)
    await expireUnsigned(api.store, 31337)
    expect(await readExpiry(safeTxHash)).toBeInstanceOf(Date)
    expect(await readExpiry(later)).toBeNull()
    await sql`
      update multisig_tx set expires_at = now() - interval '1 minute'
      where safe_tx_hash = ${toBytes(safeTxHash)}
    `.execute(api.store)
    await expireUnsigned(api.store, 31337)
    expect(await readExpiry(safeTxHash)).toBeUndefined()
    expect(await find(cookies.alice, later, of)).toBeDefined()
  })
})
