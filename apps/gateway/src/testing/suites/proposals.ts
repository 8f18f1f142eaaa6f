import {
  completeTransaction,
  type DeployedSafe,
  demoAccounts,
  runTransaction,
  sendTransaction,
  signTransaction,
  type TransactionPlan,
} from '@covault/devnet'
import {
  approveHashMethod,
  buildSignatures,
  encodeMethod,
  encodeSafeTransactionData,
  getDelegateTypedData,
  getDeleteRequestTypedData,
  getTotp,
  hashSafeMessageBytes,
  hashSafeTransaction,
  removeOwnerMethod,
  type SafeSignature,
} from '@covault/protocol'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import {
  type Address,
  getAddress,
  type Hex,
  type LocalAccount,
  pad,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { toBytes } from '../../store/bytes.js'
import { placeAnswering } from '../answeringContract.js'
import {
  type ApiSuite,
  type Proposal,
  post,
  propose,
  rule,
  sign,
  signPrefixed,
  storage,
  toProposal,
  withApi,
} from '../apiSuite.js'
import { expectRefused, type Refusal, type TestApp } from '../testApp.js'
import type { TestWorld } from '../testWorld.js'

const { alice, bob, carol, dave, erin, stranger } = demoAccounts
let world: TestWorld
let api: TestApp
let newSafe: ApiSuite['newSafe']
/** Owners alice, bob and a safe of carol's; nonce 1; nothing is changed of it. */
let safe: DeployedSafe
let nested: DeployedSafe

withApi(
  {
    firstSalt: 100n,
    configuration: { access: { blockedAddresses: [erin.address] } },
  },
  async (suite) => {
    ;({ world, api, newSafe } = suite)
    nested = await newSafe([carol.address])
    safe = await newSafe([
      alice.address,
      bob.address,
      nested.address,
      erin.address,
    ])
    await runTransaction(world.devnet, safe, {
      plan: { to: dave.address },
      signers: [alice],
    })
  },
)

const confirm = (safeTxHash: Hex, body: object) =>
  post(`/v1/chains/31337/transactions/${safeTxHash}/confirmations`, body)

/** A body that is right: of a transaction nobody else proposes. */
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
    plan: { to: dave.address, value: ++counter, nonce: 1n, ...plan },
    signers,
  })
  return toProposal(signed, { sender: by.address })
}

async function send(request: InjectOptions) {
  const reply = await api.app.inject(request)
  expect(reply.json(), reply.body).toMatchObject({
    txStatus: expect.anything(),
  })
  expect(reply.statusCode).toBe(200)
  return reply.json()
}

const refuse = (request: InjectOptions, answer: Refusal) =>
  expectRefused(api, request, answer)

const signersOf = (details: {
  detailedExecutionInfo: { confirmations: { signer: { value: string } }[] }
}) =>
  details.detailedExecutionInfo.confirmations.map(({ signer }) => signer.value)

async function countQueueChanges(safeTxHash: Hex) {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from outbox where kind = 'queue'
      and ref = ${`multisig_${safe.address}_${safeTxHash}`}
  `.execute(api.store)
  return Number(rows[0]?.count)
}

describe('proposing', () => {
  test('stores a signed proposal and answers with its details, again and again alike', async () => {
    const body = await write()
    const first = await send(propose(safe, body))
    expect(first).toMatchObject({
      safeAddress: safe.address,
      txId: `multisig_${safe.address}_${body.safeTxHash}`,
      txStatus: 'AWAITING_EXECUTION',
      detailedExecutionInfo: {
        nonce: 1,
        trusted: true,
        proposer: { value: alice.address },
        proposedByDelegate: null,
        confirmations: [
          { signer: { value: alice.address }, signature: body.signature },
        ],
      },
    })
    expect(await send(propose(safe, body))).toEqual(first)
    expect(await countQueueChanges(body.safeTxHash)).toBe(1)
  })

  test('adds the signature of another owner who proposes the same', async () => {
    const body = await write()
    await send(propose(safe, body))
    const plan = { value: BigInt(String(body.value)) }
    const second = await send(propose(safe, await write(plan, { by: bob })))
    expect(signersOf(second)).toEqual([alice.address, bob.address])
    expect(second.detailedExecutionInfo.proposer.value).toBe(alice.address)
  })

  test('takes several signatures at once, in any order', async () => {
    const body = await write({}, { signers: [alice, bob] })
    const blob = String(body.signature).slice(2)
    const turned = `0x${blob.slice(130)}${blob.slice(0, 130)}`
    const stored = await send(propose(safe, { ...body, signature: turned }))
    expect(signersOf(stored).toSorted()).toEqual(
      [alice.address, bob.address].toSorted(),
    )
  })

  test('refuses an unknown safe and an unknown chain', async () => {
    const body = await write()
    const notFound = storage(404, 'An error occurred')
    await refuse(propose({ ...safe, address: dave.address }, body), notFound)
    const url = `/v1/chains/4/transactions/${safe.address}/propose`
    await refuse(post(url, body), notFound)
  })

  test('refuses bodies that cannot be read, saying where', async () => {
    const body = await write()
    await refuse(propose(safe, { ...body, value: 1 }), {
      statusCode: 422,
      code: 'invalid_type',
      expected: 'string',
      path: ['value'],
      message: 'Invalid input: expected string, received number',
    })
    const invalid = (path: string, message: string) => ({
      statusCode: 422,
      code: 'custom',
      path: [path],
      message,
    })
    await refuse(
      propose(safe, { ...body, to: 'XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS' }),
      invalid('to', 'Invalid address'),
    )
    await refuse(
      propose(safe, { ...body, signature: '0x12' }),
      invalid('signature', 'Invalid signature'),
    )
  })

  test('normalises addresses of any letter case', async () => {
    const body = await write()
    const lower = { ...body, to: dave.address.toLowerCase() }
    const to = { ...safe, address: safe.address.toLowerCase() as Address }
    const stored = await send(propose(to, lower))
    expect(stored.txData.to.value).toBe(dave.address)
  })

  test('refuses a nonce that is used on the chain', async () => {
    await refuse(
      propose(safe, await write({ nonce: 0n })),
      rule('Invalid nonce'),
    )
    await send(propose(safe, await write({ nonce: 77n })))
  })

  test('refuses numbers that no transaction can have', async () => {
    const body = { ...(await write()), value: '9'.repeat(78) }
    await refuse(propose(safe, body), rule('Could not calculate safeTxHash'))
  })

  test('refuses a hash of other content or of another chain', async () => {
    const body = await write()
    const wrong = rule('Invalid safeTxHash')
    await refuse(propose(safe, { ...body, value: '999' }), wrong)
    const foreign = await write({}, { of: { ...safe, chainId: 1 } })
    await refuse(propose(safe, foreign), wrong)
    await refuse(propose(nested, body), wrong)
  })

  test('refuses addresses that are blocked', async () => {
    const body = await write({}, { by: erin })
    await refuse(propose(safe, body), rule('Unauthorized address'))
  })

  test('accepts what personal_sign made', async () => {
    const body = await write({}, { signers: [] })
    const signature = await signPrefixed(alice, body.safeTxHash)
    const stored = await send(propose(safe, { ...body, signature }))
    expect(signersOf(stored)).toEqual([alice.address])
  })

  test('refuses a signature that is not by the sender, or by no owner', async () => {
    const invalid = rule('Invalid signature')
    const byBob = await write({}, { by: bob })
    await refuse(propose(safe, { ...byBob, sender: alice.address }), invalid)
    await refuse(propose(safe, await write({}, { by: stranger })), invalid)
    const mixed = await write({}, { signers: [alice, stranger] })
    await refuse(propose(safe, mixed), invalid)
  })

  test('refuses bytes that are no signature', async () => {
    const body = await write()
    const good = String(body.signature)
    for (const signature of [
      `${good}00`,
      `${good.slice(0, -2)}1d`,
      `${good.slice(0, -2)}02`,
      `0x${'00'.repeat(65)}`,
      `0x${'ff'.repeat(64)}1b`,
      `0x${'ab'.repeat(65 * 40)}`,
    ])
      await refuse(
        propose(safe, { ...body, signature }),
        rule('Invalid signature'),
      )
  })

  test('refuses two signatures of one owner', async () => {
    const body = await write()
    const signature = `${body.signature}${String(body.signature).slice(2)}`
    await refuse(
      propose(safe, { ...body, signature }),
      storage(422, `More than one signature is by ${alice.address}.`),
    )
  })

  test('refuses unsigned proposals of strangers', async () => {
    for (const sender of [stranger.address, zeroAddress])
      await refuse(
        propose(safe, { ...(await write({}, { signers: [] })), sender }),
        storage(
          422,
          `${sender} is neither an owner nor a proposer of the safe.`,
        ),
      )
  })

  test('S58: keeps unsigned proposals out of the queue until an owner signs', async () => {
    const body = await write({ nonce: 500n }, { signers: [] })
    const stored = await send(
      propose(safe, { ...body, origin: '{"name":"x"}' }),
    )
    expect(stored.detailedExecutionInfo).toMatchObject({
      trusted: false,
      confirmations: [],
    })
    const queue = async (query: string) =>
      (
        await api.app.inject(
          `/v1/chains/31337/safes/${safe.address}/transactions/queued${query}`,
        )
      ).body
    expect(await queue('')).not.toContain(body.safeTxHash)
    expect(await queue('?trusted=false')).toContain(body.safeTxHash)
    const plan = { value: BigInt(String(body.value)), nonce: 500n }
    const signed = await write(plan, { by: bob })
    const raised = await send(
      propose(safe, { ...signed, origin: '{"name":"y"}' }),
    )
    expect(raised.detailedExecutionInfo).toMatchObject({
      trusted: true,
      proposer: { value: bob.address },
    })
    expect(await queue('')).toContain(body.safeTxHash)
    const { rows } = await sql<{ origin: string }>`
      select origin from multisig_tx
      where safe_tx_hash = ${toBytes(body.safeTxHash)}
    `.execute(api.store)
    expect(rows[0]?.origin).toBe('{"name":"y","note":null}')
  })

  test('takes up again what could not be signed for a while', async () => {
    const body = await write({ nonce: 600n })
    await send(propose(safe, body))
    await sql`
      update multisig_tx set invalidated = 'It was so.'
      where safe_tx_hash = ${toBytes(body.safeTxHash)}
    `.execute(api.store)
    await send(propose(safe, body))
    const queue = await api.app.inject(
      `/v1/chains/31337/safes/${safe.address}/transactions/queued`,
    )
    expect(queue.body).toContain(body.safeTxHash)
  })

  test('stores delegatecalls', async () => {
    const stored = await send(propose(safe, await write({ operation: 1 })))
    expect(stored.txData).toMatchObject({
      operation: 1,
      trustedDelegateCallTarget: false,
    })
  })

  test('believes an approved hash when the chain has it', async () => {
    const body = await write({}, { by: bob, signers: [] })
    const signature = buildSignatures([
      { kind: 'approvedHash', signer: bob.address },
    ])
    const approved = propose(safe, { ...body, signature })
    const no = storage(422, 'The signature is not valid on the chain.')
    await refuse(approved, no)
    await sendTransaction(world.devnet.client, {
      account: bob,
      to: safe.address,
      data: encodeMethod(approveHashMethod, { hashToApprove: body.safeTxHash }),
    })
    expect(signersOf(await send(approved))).toEqual([bob.address])
  })

  test('asks an owner that is a contract, as the safe would', async () => {
    const body = await write({}, { signers: [] })
    const contract = { ...body, sender: nested.address }
    const signature = await signNested(body, carol)
    const stored = await send(propose(safe, { ...contract, signature }))
    expect(stored.detailedExecutionInfo.confirmations).toMatchObject([
      { signer: { value: nested.address }, signature },
    ])
    const other = await write({}, { signers: [] })
    await refuse(
      propose(safe, {
        ...other,
        sender: nested.address,
        signature: await signNested(other, stranger),
      }),
      storage(422, 'The signature is not valid on the chain.'),
    )
  })

  test.each([
    ['isValidSignature(bytes32,bytes)', '0x1626ba7e'],
    ['isValidSignature(bytes,bytes)', '0x20c13b0b'],
  ] as const)(
    'believes a contract that answers to %s',
    async (method, magic) => {
      const address = getAddress(pad(magic, { size: 20 }))
      await placeAnswering(world.devnet, {
        address,
        answers: { [method]: pad(magic, { size: 32, dir: 'right' }) },
      })
      const of = await newSafe([address, alice.address])
      const body = await write({}, { of, signers: [] })
      const signature = buildSignatures([
        { kind: 'contract', signer: address, data: '0x1234' },
      ])
      const details = await send(
        propose(of, { ...body, sender: address, signature }),
      )
      expect(signersOf(details)).toEqual([address])
      const other = await write({}, { of, by: alice })
      await send(propose(of, other))
      expect(
        signersOf(await send(confirm(other.safeTxHash, { signature }))),
      ).toContain(address)
    },
  )

  test('reads origins, keeps plain notes, and refuses long ones', async () => {
    const store = async (origin: string | null) => {
      const body = { ...(await write()), origin }
      const { note } = await send(propose(safe, body))
      const { rows } = await sql<{ origin: string | null }>`
        select origin from multisig_tx
        where safe_tx_hash = ${toBytes(body.safeTxHash)}
      `.execute(api.store)
      return { note, origin: rows[0]?.origin }
    }
    const nothing = { note: null, origin: null }
    expect(await store('not json')).toEqual(nothing)
    expect(await store('[1]')).toEqual(nothing)
    const origin = '{"url":"https://a.example","name":"A"}'
    expect(await store(origin)).toEqual({
      note: null,
      origin: '{"url":"https://a.example","name":"A","note":null}',
    })
    const note = 'rent <b>for</b> <<i>script>1 < 2\\u0000'
    expect(await store(`{"note":"${note}"}`)).toEqual({
      note: 'rent for 1 < 2',
      origin: '{"note":"rent for 1 < 2"}',
    })
    await refuse(
      propose(safe, {
        ...(await write()),
        origin: JSON.stringify({ name: 'x'.repeat(190) }),
      }),
      storage(
        422,
        'The origin has 213 characters; the maximum is 200. Shorten its name, address or note.',
      ),
    )
  })

  test('asks the chain who is an owner now', async () => {
    const changing = await newSafe([bob.address, alice.address])
    await send(propose(changing, await write({ nonce: 0n }, { of: changing })))
    await removeAlice(changing)
    await refuse(
      propose(changing, await write({}, { of: changing })),
      rule('Invalid signature'),
    )
    await send(propose(changing, await write({}, { of: changing, by: bob })))
  })

  test('follows the safe it is proposed to', async () => {
    const other = await newSafe([alice.address])
    await send(propose(other, await write({}, { of: other })))
    const watched = await api.store
      .selectFrom('watch')
      .select('followed')
      .where('safe', '=', toBytes(other.address))
      .execute()
    expect(watched).toEqual([{ followed: true }])
  })

  test('records twenty proposals at one nonce that come at once', async () => {
    const bodies = await Promise.all(
      Array.from({ length: 20 }, () => write({ nonce: 900n })),
    )
    await Promise.all(bodies.map((body) => send(propose(safe, body))))
    const { rows } = await sql`
      select from multisig_tx where nonce = 900
    `.execute(api.store)
    expect(rows.length).toBe(20)
  }, 60_000)
})

describe('delegates', () => {
  test('propose for an owner, without confirming', async () => {
    await api.app.inject(
      post('/v2/chains/31337/delegates', await delegateBody(stranger.address)),
    )
    const body = await write({}, { by: stranger })
    const stored = await send(propose(safe, body))
    expect(stored.detailedExecutionInfo).toMatchObject({
      trusted: true,
      confirmations: [],
      proposer: { value: alice.address },
      proposedByDelegate: { value: stranger.address },
    })
    await refuse(
      confirm(body.safeTxHash, { signature: body.signature }),
      rule('Invalid signature'),
    )
    const two = await write({}, { by: stranger, signers: [stranger, bob] })
    await refuse(
      propose(safe, two),
      storage(
        422,
        'A proposer signs alone, but the proposal has 2 signatures.',
      ),
    )
    const deletion = await deleteRequest(body.safeTxHash, stranger)
    expect((await api.app.inject(deletion)).statusCode).toBe(200)
  })
})

describe('confirming', () => {
  test('adds an owner once, by either name of the field', async () => {
    const body = await write()
    await send(propose(safe, body))
    const signature = await sign(bob, body.safeTxHash)
    const first = await send(confirm(body.safeTxHash, { signature }))
    expect(signersOf(first)).toEqual([alice.address, bob.address])
    const again = confirm(body.safeTxHash, { signedSafeTxHash: signature })
    expect(await send(again)).toEqual(first)
    expect(await countQueueChanges(body.safeTxHash)).toBe(2)
  })

  test('counts the two forms of one signature once', async () => {
    const body = await write()
    await send(propose(safe, body))
    const signature = toHighS(await sign(alice, body.safeTxHash))
    const stored = await send(confirm(body.safeTxHash, { signature }))
    expect(signersOf(stored)).toEqual([alice.address])
    const other = await write({}, { signers: [] })
    const high = toHighS(await sign(alice, other.safeTxHash))
    const raised = await send(propose(safe, { ...other, signature: high }))
    expect(raised.detailedExecutionInfo.confirmations[0].signature).toBe(
      await sign(alice, other.safeTxHash),
    )
  })

  test('makes an unsigned proposal trusted', async () => {
    const body = await write({}, { signers: [] })
    await send(propose(safe, body))
    const signature = await sign(bob, body.safeTxHash)
    const stored = await send(confirm(body.safeTxHash, { signature }))
    expect(stored.detailedExecutionInfo).toMatchObject({
      trusted: true,
      proposer: null,
    })
  })

  test('refuses unknown transactions and bodies without a signature', async () => {
    const signature = await sign(alice, `0x${'12'.repeat(32)}`)
    await refuse(
      confirm(`0x${'12'.repeat(32)}`, { signature }),
      storage(404, 'An error occurred'),
    )
    await refuse(confirm(`0x${'12'.repeat(32)}`, {}), {
      statusCode: 422,
      code: 'invalid_type',
      expected: 'string',
      path: ['signature'],
      message: 'Invalid input: expected string, received undefined',
    })
  })

  test('refuses what was executed or cannot be any more', async () => {
    const own = await newSafe([alice.address, bob.address])
    const plan = { of: own }
    const [executed, beaten] = [
      await write({ nonce: 0n, value: 0n }, plan),
      await write({ nonce: 0n }, plan),
    ]
    await send(propose(own, executed))
    await send(propose(own, beaten))
    await runTransaction(world.devnet, own, {
      plan: { to: dave.address },
      signers: [alice],
    })
    for (const { safeTxHash } of [executed, beaten]) {
      const signature = await sign(bob, safeTxHash)
      await refuse(confirm(safeTxHash, { signature }), rule('Invalid nonce'))
      await refuse(
        await deleteRequest(safeTxHash, alice, { of: own }),
        storage(400, 'The transaction cannot be deleted: its nonce is used.'),
      )
    }
  })

  test('refuses several signatures, strangers, and unproven approvals', async () => {
    const body = await write({}, { signers: [] })
    await send(propose(safe, body))
    const { safeTxHash } = body
    const two = (
      await Promise.all([alice, bob].map((each) => sign(each, safeTxHash)))
    )
      .join('')
      .replaceAll('0x', '')
    for (const signature of [`0x${two}`, await sign(stranger, safeTxHash)])
      await refuse(
        confirm(safeTxHash, { signature }),
        rule('Invalid signature'),
      )
    await refuse(
      confirm(safeTxHash, { signature: await sign(erin, safeTxHash) }),
      rule('Unauthorized address'),
    )
    const approval = { kind: 'approvedHash', signer: bob.address } as const
    await refuse(
      confirm(safeTxHash, { signature: buildSignatures([approval]) }),
      storage(400, 'An error occurred'),
    )
  })

  test('refuses a record that no longer fits its hash', async () => {
    const body = await write()
    await send(propose(safe, body))
    await sql`
      update multisig_tx set value = value + 1
      where safe_tx_hash = ${toBytes(body.safeTxHash)}
    `.execute(api.store)
    const signature = await sign(bob, body.safeTxHash)
    await refuse(
      confirm(body.safeTxHash, { signature }),
      rule('Invalid safeTxHash', 502),
    )
  })

  test('adds nothing to a record with a signature the safe no longer takes', async () => {
    const changing = await newSafe([bob.address, alice.address])
    const body = await write({}, { of: changing })
    await send(propose(changing, body))
    await removeAlice(changing)
    const signature = await sign(bob, body.safeTxHash)
    await refuse(
      confirm(body.safeTxHash, { signature }),
      rule('Invalid signature', 502),
    )
    const again = { ...body, sender: bob.address, signature }
    const details = await send(propose(changing, again))
    expect(signersOf(details)).toContain(bob.address)
  })

  test('adds nothing to a record whose signature was changed', async () => {
    const body = await write()
    await send(propose(safe, body))
    const other = await write()
    await sql`
      update confirmation set signature = ${toBytes(String(other.signature) as Hex)}
      where safe_tx_hash = ${toBytes(body.safeTxHash)}
    `.execute(api.store)
    const signature = await sign(bob, body.safeTxHash)
    await refuse(
      confirm(body.safeTxHash, { signature }),
      rule('Invalid signature', 502),
    )
  })

  test('loses none of twenty confirmations that come at once', async () => {
    const owners = Array.from({ length: 20 }, () =>
      privateKeyToAccount(generatePrivateKey()),
    )
    const many = await newSafe(owners.map(({ address }) => address))
    const [first = alice] = owners
    const body = await write({}, { of: many, by: first })
    await send(propose(many, body))
    await Promise.all(
      owners.map(async (owner) =>
        send(
          confirm(body.safeTxHash, {
            signature: await sign(owner, body.safeTxHash),
          }),
        ),
      ),
    )
    const details = await send({
      url: `/v1/chains/31337/transactions/${body.safeTxHash}`,
    })
    expect(signersOf(details).toSorted()).toEqual(
      owners.map(({ address }) => address as string).toSorted(),
    )
  }, 60_000)
})

describe('asking for several', () => {
  const ask = (hashes: readonly string[], of = safe) =>
    api.app.inject(
      `/v1/chains/31337/safes/${of.address}/transactions/details?hashes=${hashes.join()}`,
    )

  test('tells those that the safe has, each as by itself', async () => {
    const bodies = [await write(), await write()]
    for (const body of bodies) await send(propose(safe, body))
    const hashes = bodies.map(({ safeTxHash }) => safeTxHash)
    const unknown = `0x${'9'.repeat(64)}`
    const { results } = (await ask([unknown, ...hashes])).json()
    const alone = await Promise.all(
      hashes.map((hash) =>
        send({ url: `/v1/chains/31337/transactions/${hash}` }),
      ),
    )
    expect(results).toEqual(alone)
    expect((await ask(hashes, nested)).json()).toEqual({ results: [] })
  })

  test('refuses more than twenty, and what are no hashes', async () => {
    const many = Array.from({ length: 21 }, (_, at) => pad(`0x${at + 10}`))
    for (const hashes of [many, ['0x12'], []]) {
      const reply = await ask(hashes)
      expect(reply.statusCode).toBe(422)
    }
  })
})

describe('deleting', () => {
  test('takes the proposal and its confirmations away, for its proposer', async () => {
    const body = await write({}, { signers: [alice, bob] })
    await send(propose(safe, body))
    const { safeTxHash } = body
    const reply = await api.app.inject(await deleteRequest(safeTxHash, alice))
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toBe('')
    await refuse(
      await deleteRequest(safeTxHash, alice),
      storage(404, 'An error occurred'),
    )
    const { rows } = await sql`
      select from confirmation where safe_tx_hash = ${toBytes(safeTxHash)}
    `.execute(api.store)
    expect(rows.length).toBe(0)
  })

  test('leaves no signature with which a stranger could write a note', async () => {
    const body = await write({}, { signers: [alice] })
    const { safeTxHash } = body
    await send(propose(safe, { ...body, origin: '{"note":"rent"}' }))
    const remove = await deleteRequest(safeTxHash, alice)
    expect((await api.app.inject(remove)).statusCode).toBe(200)
    const forged = { ...body, origin: '{"note":"as agreed"}' }
    await send(propose(safe, { ...forged, signature: null }))
    expect(await send(propose(safe, forged))).toMatchObject({
      note: null,
      detailedExecutionInfo: { proposer: null },
    })
    await refuse(
      await deleteRequest(safeTxHash, bob),
      storage(
        400,
        'The transaction cannot be deleted: the signature is not by its proposer, or is older than an hour.',
      ),
    )
    expect((await api.app.inject(remove)).statusCode).toBe(200)
  })

  test('accepts the last hour, and not the one before', async () => {
    const body = await write()
    await send(propose(safe, body))
    const { safeTxHash } = body
    const no = storage(
      400,
      'The transaction cannot be deleted: the signature is not by its proposer, or is older than an hour.',
    )
    await refuse(await deleteRequest(safeTxHash, alice, { hours: 2 }), no)
    await refuse(await deleteRequest(safeTxHash, bob), no)
    const ago = await deleteRequest(safeTxHash, alice, { hours: 1 })
    expect((await api.app.inject(ago)).statusCode).toBe(200)
  })
})

async function deleteRequest(
  safeTxHash: Hex,
  account: LocalAccount,
  { hours = 0, of = safe }: { hours?: number; of?: DeployedSafe } = {},
): Promise<InjectOptions> {
  const totp = getTotp({ unixSeconds: Date.now() / 1000 }) - BigInt(hours)
  const signature = await account.signTypedData(
    getDeleteRequestTypedData({
      chainId: 31337,
      safe: of.address,
      safeTxHash,
      totp,
    }),
  )
  return {
    method: 'DELETE',
    url: `/v1/chains/31337/transactions/${safeTxHash}`,
    payload: { signature },
  }
}

async function delegateBody(delegate: Address) {
  const totp = getTotp({ unixSeconds: Date.now() / 1000 })
  return {
    safe: safe.address,
    delegate,
    delegator: alice.address,
    label: 'a friend',
    signature: await alice.signTypedData(
      getDelegateTypedData({ chainId: 31337, delegate, totp }),
    ),
  }
}

/** Of a safe that bob and alice own, in this order. */
async function removeAlice(from: DeployedSafe): Promise<void> {
  await runTransaction(world.devnet, from, {
    plan: {
      to: from.address,
      data: encodeMethod(removeOwnerMethod, {
        prevOwner: bob.address,
        owner: alice.address,
        threshold: 1n,
      }),
    },
    signers: [bob],
  })
}

const curveOrder =
  0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

function toHighS(signature: Hex): Hex {
  const s = curveOrder - BigInt(`0x${signature.slice(66, 130)}`)
  const v = signature.endsWith('1b') ? '1c' : '1b'
  return `0x${signature.slice(2, 66)}${s.toString(16).padStart(64, '0')}${v}`
}

/** The key behind the nested safe signs what that safe is asked about. */
async function signNested(body: Proposal, account: LocalAccount): Promise<Hex> {
  const domain = { chainId: 31337, safe: safe.address, version: safe.version }
  const transaction = completeTransaction({
    to: dave.address,
    value: BigInt(String(body.value)),
    nonce: 1n,
  })
  expect(hashSafeTransaction(domain, transaction)).toBe(body.safeTxHash)
  const asked = encodeSafeTransactionData(domain, transaction)
  const hash = hashSafeMessageBytes(
    { chainId: 31337, safe: nested.address, version: nested.version },
    asked,
  )
  const inner: SafeSignature = {
    kind: 'contract',
    signer: nested.address,
    data: await sign(account, hash),
  }
  return buildSignatures([inner])
}
