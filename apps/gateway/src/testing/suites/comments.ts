import {
  type DeployedSafe,
  demoAccounts,
  signTransaction,
} from '@covault/devnet'
import { hashComment, longestComment } from '@covault/protocol'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import type { Hex, LocalAccount } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { toBytes } from '../../store/bytes.js'
import { listChanges, readOutboxBounds } from '../../store/outbox.js'
import { expireUnsigned } from '../../store/unsigned.js'
import {
  type ApiSuite,
  propose,
  rule,
  toProposal,
  withApi,
} from '../apiSuite.js'
import { postComment, signComment, signIn } from '../membersWorld.js'
import type { TestApp } from '../testApp.js'

const { alice, bob, carol, dave, erin } = demoAccounts
let api: TestApp
let newSafe: ApiSuite['newSafe']
/** Of alice, bob and erin, whom the operator has blocked. */
let safe: DeployedSafe
let safeTxHash: Hex
let cookies: Record<'alice' | 'bob' | 'carol', string>

const configuration = { access: { blockedAddresses: [erin.address] } }
withApi({ firstSalt: 8_100n, configuration }, async (suite) => {
  ;({ api, newSafe } = suite)
  safe = await newSafe([alice.address, bob.address, erin.address])
})

beforeAll(async () => {
  safeTxHash = await proposeNew()
  cookies = {
    alice: await signIn(api.app, alice),
    bob: await signIn(api.app, bob),
    carol: await signIn(api.app, carol),
  }
})

const send = (request: InjectOptions, cookie = '') =>
  api.app.inject({ ...request, headers: { host: 'localhost', cookie } })

let counter = 0n
async function proposeNew(of = safe, signers = [alice]): Promise<Hex> {
  const signed = await signTransaction(of, {
    plan: { to: dave.address, value: ++counter, nonce: 0n },
    signers,
  })
  const body = toProposal(signed, { sender: alice.address })
  expect((await send(propose(of, body))).statusCode).toBe(200)
  return signed.safeTxHash
}

const write = (
  text: string,
  {
    by = alice,
    about = safeTxHash,
    writtenAt = Date.now() + Number(++counter),
  } = {},
) => signComment(by, { safe: safe.address, safeTxHash: about, text, writtenAt })

const path = (about = safeTxHash) =>
  `/v1/chains/31337/safes/${safe.address}/transactions/${about}/comments`

const read = async (cookie: string, about = safeTxHash) =>
  (await send({ url: path(about) }, cookie)).json().comments

const remove = (id: Hex, cookie: string, about = safeTxHash) =>
  send({ method: 'DELETE', url: `${path(about)}/${id}` }, cookie)

async function say(text: string, by = alice, about = safeTxHash) {
  const comment = await write(text, { by, about })
  const cookie = by === bob ? cookies.bob : cookies.alice
  const reply = await send(postComment(safe, comment), cookie)
  expect(reply.statusCode, reply.body).toBe(201)
  return { ...comment, id: hashComment(comment) }
}

describe('comments', () => {
  test('are read by the members of a safe, with all that proves their writer', async () => {
    const about = await proposeNew()
    const first = await say('Is the invoice approved?', alice, about)
    const second = await say('Yes, see the folder.', bob, about)
    expect(await read(cookies.bob, about)).toEqual([
      {
        id: first.id,
        writer: alice.address,
        text: 'Is the invoice approved?',
        writtenAt: first.writtenAt,
        signature: first.signature,
      },
      expect.objectContaining({ id: second.id, writer: bob.address }),
    ])
  })

  test('are hidden from everybody else, also where the gateway is open', async () => {
    await say('for us alone')
    expect(await read('')).toBeNull()
    expect(await read(cookies.carol)).toBeNull()
    const elsewhere = await api.app.inject({
      url: path(),
      headers: {
        host: 'localhost',
        cookie: cookies.alice,
        origin: 'https://evil.example',
      },
    })
    expect(elsewhere.json()).toEqual({ comments: null })
  })

  test('are written by the account that is signed in, and by no other in its name', async () => {
    const before = await read(cookies.alice)
    const comment = await write('mine')
    const post = postComment(safe, comment)
    expect((await send(post)).statusCode).toBe(403)
    expect((await send(post, cookies.carol)).statusCode).toBe(403)
    // What bob has seen he cannot bring back.
    const replayed = await send(post, cookies.bob)
    expect(replayed.json()).toEqual(
      rule(
        `This comment is not signed by ${bob.address}, the signed-in account.`,
      ),
    )
    const outsider = await write('carol was here', { by: carol })
    expect(
      (await send(postComment(safe, outsider), cookies.carol)).statusCode,
    ).toBe(403)
    for (const change of [
      { text: 'not mine' },
      { writtenAt: comment.writtenAt + 1 },
      { signature: `0x${'11'.repeat(65)}` as Hex },
      { signature: `${comment.signature}00` as Hex },
    ]) {
      const forged = postComment(safe, { ...comment, ...change })
      expect((await send(forged, cookies.alice)).statusCode).toBe(422)
    }
    expect(await read(cookies.alice)).toEqual(before)
  })

  test('belong to one transaction of one safe', async () => {
    const other = await newSafe([alice.address])
    const about = await proposeNew(other)
    const there = await write('elsewhere', { about })
    const moved = await send(postComment(safe, there), cookies.alice)
    expect(moved.statusCode).toBe(404)
    const asOther = await send(postComment(other, there), cookies.alice)
    expect(asOther.statusCode).toBe(422)
    const nowhere = await write('nowhere', { about: `0x${'00'.repeat(32)}` })
    expect(
      (await send(postComment(safe, nowhere), cookies.alice)).statusCode,
    ).toBe(404)
  })

  test('are one paragraph of at most 500 characters', async () => {
    await say('x'.repeat(longestComment))
    for (const text of [
      '',
      'x'.repeat(longestComment + 1),
      'two\nlines',
      'null \u0000',
      'half \ud83d',
    ]) {
      const comment = await write(text)
      const reply = await send(postComment(safe, comment), cookies.alice)
      expect(reply.json(), JSON.stringify(text)).toEqual(
        rule('A comment is one paragraph of 1 to 500 characters.'),
      )
    }
    const markup = await say(
      '<img src=x onerror=alert(1)> https://evil.example',
    )
    const shown = await read(cookies.bob)
    expect(shown.at(-1).text).toBe(markup.text)
  })

  test('carry the time of their writing, which is now', async () => {
    for (const writtenAt of [
      Date.now() - 16 * 60_000,
      Date.now() + 16 * 60_000,
      0,
    ]) {
      const comment = await write('late', { writtenAt })
      const reply = await send(postComment(safe, comment), cookies.alice)
      expect(reply.statusCode).toBe(422)
      expect(reply.body).toContain('Check the time of your device')
    }
    const half = await write('half', { writtenAt: Date.now() })
    const reply = await send(
      postComment(safe, { ...half, writtenAt: half.writtenAt + 0.5 }),
      cookies.alice,
    )
    expect(reply.statusCode).toBe(422)
  })

  test('sent twice are one', async () => {
    const about = await proposeNew()
    const comment = await write('once', { about })
    for (const _ of [1, 2]) {
      const reply = await send(postComment(safe, comment), cookies.alice)
      expect(reply.statusCode).toBe(201)
    }
    expect(await read(cookies.alice, about)).toHaveLength(1)
  })

  test('are at most 20 of one writer and 100 in all', async () => {
    const about = await proposeNew()
    const fill = (writer: LocalAccount, count: number) =>
      sql`
        insert into comment (chain_id, comment_hash, safe, safe_tx_hash, writer,
          text, written_at, signature)
        select 31337, sha256((${writer.address} || number)::bytea),
          ${toBytes(safe.address)}, ${toBytes(about)},
          ${toBytes(writer.address)}, 'x', now(),
          decode(repeat('11', 65), 'hex')
        from generate_series(1, ${count}) number
      `.execute(api.store)
    await fill(alice, 20)
    const mine = await send(
      postComment(safe, await write('one more', { about })),
      cookies.alice,
    )
    expect(mine.json().message).toMatch(/^You have written 20 comments/)
    await say('there is room', bob, about)
    await fill(carol, 79)
    const full = await send(
      postComment(safe, await write('too late', { by: bob, about })),
      cookies.bob,
    )
    expect(full.json().message).toMatch(/has 100 comments, the maximum/)
  })

  test('are deleted by their writer alone, and leave nothing', async () => {
    const { id } = await say('a mistake')
    expect((await remove(id, '')).statusCode).toBe(403)
    expect((await remove(id, cookies.carol)).statusCode).toBe(403)
    expect((await remove(id, cookies.bob)).statusCode).toBe(404)
    expect((await remove(id, cookies.alice)).statusCode).toBe(200)
    expect((await remove(id, cookies.alice)).statusCode).toBe(404)
    const { rows } = await sql`
      select from comment where comment_hash = ${toBytes(id)}
    `.execute(api.store)
    expect(rows).toEqual([])
  })

  test('go with the proposal they are about', async () => {
    const about = await proposeNew(safe, [])
    await say('about what nobody signed', alice, about)
    await sql`
      update multisig_tx set expires_at = now() - interval '1 hour'
      where safe_tx_hash = ${toBytes(about)}
    `.execute(api.store)
    await expireUnsigned(api.store, 31337)
    expect(await read(cookies.alice, about)).toEqual([])
  })

  test('are told of in the live stream, without the transaction', async () => {
    const { last } = await readOutboxBounds(api.store)
    const { id } = await say('news')
    await remove(id, cookies.alice)
    const changes = await listChanges(api.store, { after: last, limit: 10 })
    expect(changes).toMatchObject([
      { kind: 'comment', safe: safe.address, ref: null },
      { kind: 'comment', safe: safe.address, ref: null },
    ])
  })

  test('of a blocked account are refused', async () => {
    const cookie = await signIn(api.app, erin)
    const comment = await write('blocked', { by: erin })
    const reply = await send(postComment(safe, comment), cookie)
    expect(reply.json()).toEqual(rule('Unauthorized address'))
  })
})
