import {
  type DeployedSafe,
  demoAccounts,
  runTransaction,
  sendTransaction,
} from '@covault/devnet'
import {
  addOwnerWithThresholdMethod,
  approveHashMethod,
  buildSignatures,
  encodeMethod,
  getDelegateTypedData,
  getSafeMessagePreimage,
  getTotp,
  hashMessageContent,
  hashSafeMessage,
  hashSafeMessageBytes,
  type MessageContent,
} from '@covault/protocol'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import {
  type Address,
  concatHex,
  domainSeparator,
  type Hex,
  hashStruct,
  hashTypedData,
  type LocalAccount,
  parseAbi,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { toBytes } from '../../store/bytes.js'
import {
  type ApiSuite,
  post,
  rule,
  sign,
  signPrefixed,
  storage,
  withApi,
} from '../apiSuite.js'
import { expectRefused, type Refusal, type TestApp } from '../testApp.js'
import type { TestWorld } from '../testWorld.js'

const { alice, bob, carol, dave, erin, stranger } = demoAccounts
let world: TestWorld
let api: TestApp
let newSafe: ApiSuite['newSafe']
/** Of alice, bob, erin and a safe of carol's; two must sign. */
let safe: DeployedSafe
let nested: DeployedSafe

withApi(
  {
    firstSalt: 200n,
    configuration: {
      access: { blockedAddresses: [erin.address] },
      safeApps: [{ url: 'https://app.example', name: 'App' }],
    },
  },
  async (suite) => {
    ;({ world, api, newSafe } = suite)
    nested = await newSafe([carol.address])
    safe = await newSafe(
      [alice.address, bob.address, erin.address, nested.address],
      2,
    )
  },
)

const create = (body: object, of = safe) =>
  post(`/v1/chains/31337/safes/${of.address}/messages`, body)
const addSignature = (hash: Hex, signature: Hex) =>
  post(`/v1/chains/31337/messages/${hash}/signatures`, { signature })

const refuse = (request: InjectOptions, answer: Refusal) =>
  expectRefused(api, request, answer)

async function accept(request: InjectOptions, status = 200) {
  const reply = await api.app.inject(request)
  expect(reply.body).toBe('')
  expect(reply.statusCode).toBe(status)
}

async function read(hash: Hex) {
  const reply = await api.app.inject(`/v1/chains/31337/messages/${hash}`)
  expect(reply.statusCode).toBe(200)
  return reply.json()
}

const domainOf = (of: DeployedSafe) => ({
  chainId: 31337,
  safe: of.address,
  version: of.version,
})
const hashOf = (content: MessageContent, of = safe) =>
  hashSafeMessage(domainOf(of), content)

const typedData = {
  domain: { name: 'Demo', chainId: 31337 },
  types: { Mail: [{ name: 'contents', type: 'string' }] },
  primaryType: 'Mail',
  message: { contents: 'hello' },
}

describe('messages', () => {
  test('are stored with the first signature, once', async () => {
    const hash = hashOf('hello')
    const signature = await sign(alice, hash)
    const body = { message: 'hello', signature, safeAppId: 1 }
    await accept(create(body), 202)
    const first = await read(hash)
    expect(first).toEqual({
      messageHash: hash,
      status: 'NEEDS_CONFIRMATION',
      logoUri: null,
      name: 'App',
      message: 'hello',
      creationTimestamp: expect.any(Number),
      modifiedTimestamp: expect.any(Number),
      confirmationsSubmitted: 1,
      confirmationsRequired: 2,
      proposedBy: { value: alice.address, name: null, logoUri: null },
      confirmations: [
        {
          owner: { value: alice.address, name: null, logoUri: null },
          signature,
        },
      ],
      preparedSignature: null,
      origin: '{}',
    })
    await accept(create(body), 202)
    expect(await read(hash)).toEqual(first)
    const exists = storage(
      400,
      `A message with the hash ${hash} already exists.`,
    )
    await refuse(create({ ...body, safeAppId: 2 }), exists)
    await refuse(create({ ...body, signature: await sign(bob, hash) }), exists)
  })

  test('are confirmed by further owners, with a signature the safe accepts', async () => {
    const message = 'confirm me'
    const hash = hashOf(message)
    await accept(create({ message, signature: await sign(bob, hash) }), 202)
    const signature = await sign(alice, hash)
    await accept(addSignature(hash, signature))
    await accept(addSignature(hash, signature))
    const stored = await read(hash)
    expect(stored).toMatchObject({
      status: 'CONFIRMED',
      confirmationsSubmitted: 2,
      proposedBy: { value: bob.address },
      confirmations: [
        { owner: { value: bob.address } },
        { owner: { value: alice.address } },
      ],
    })
    expect(stored.modifiedTimestamp).toBeGreaterThan(stored.creationTimestamp)
    expect(await isValid(message, stored.preparedSignature)).toBe(true)
    const { rows } = await sql`
      select from outbox where kind = 'message' and ref = ${hash}
    `.execute(api.store)
    expect(rows.length).toBe(2)
  })

  test('may be typed data, as it was sent', async () => {
    const hash = hashOf(typedData)
    const signature = await sign(alice, hash)
    const domain = { ...typedData.domain, chainId: '31337', extra: 'x' }
    await accept(
      create({
        message: { ...typedData, domain },
        signature,
        origin: '{"url":"https://x.example"}',
      }),
      202,
    )
    expect(await read(hash)).toMatchObject({
      message: typedData,
      origin: '{"url":"https://x.example"}',
    })
  })

  test('keep every field of the domain that their own types declare', async () => {
    const message = {
      ...typedData,
      domain: { name: 'Demo', region: 'north' },
      types: {
        ...typedData.types,
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'region', type: 'string' },
        ],
      },
    }
    const hash = hashOf(message)
    await accept(create({ message, signature: await sign(alice, hash) }), 202)
    expect((await read(hash)).message).toEqual(message)
  })

  test('may hold any character', async () => {
    const message = 'zero \u0000, half \ud800, 🔑'
    const hash = hashOf(message)
    await accept(create({ message, signature: await sign(alice, hash) }), 202)
    expect((await read(hash)).message).toBe(message)
  })

  test('are signed by contracts and by approval too', async () => {
    const message = 'by contract and approval'
    const hash = hashOf(message)
    const preimage = getSafeMessagePreimage(domainOf(safe), message)
    const asked = hashSafeMessageBytes(domainOf(nested), preimage)
    const signature = buildSignatures([
      {
        kind: 'contract',
        signer: nested.address,
        data: await sign(carol, asked),
      },
    ])
    await accept(create({ message, signature }), 202)
    const approval = buildSignatures([
      { kind: 'approvedHash', signer: bob.address },
    ])
    await refuse(
      addSignature(hash, approval),
      storage(400, 'An error occurred'),
    )
    await sendTransaction(world.devnet.client, {
      account: bob,
      to: safe.address,
      data: encodeMethod(approveHashMethod, { hashToApprove: hash }),
    })
    await accept(addSignature(hash, approval))
    const { preparedSignature } = await read(hash)
    expect(await isValid(message, preparedSignature)).toBe(true)
  })

  test('are refused for unknown safes, blocked accounts and strangers', async () => {
    const message = 'no'
    const hash = hashOf(message)
    const by = async (account: LocalAccount) => ({
      message,
      signature: await sign(account, hash),
    })
    await refuse(
      create(await by(alice), { ...safe, address: dave.address }),
      storage(404, 'An error occurred'),
    )
    await refuse(create(await by(erin)), rule('Unauthorized address'))
    await refuse(create(await by(stranger)), rule('Invalid signature'))
    const { signature } = await by(alice)
    await refuse(
      create({ message: 'other', signature }),
      rule('Invalid signature'),
    )
    const two = `${signature}${(await by(bob)).signature.slice(2)}`
    await refuse(create({ message, signature: two }), rule('Invalid signature'))
  })

  test('are refused when they cannot be hashed or are too long to check', async () => {
    const signature = await sign(alice, hashOf('no'))
    const message = {
      ...typedData,
      types: { Mail: [{ name: 'contents', type: 'uint256' }] },
    }
    await refuse(
      create({ message, signature }),
      storage(
        400,
        'The typed data is not valid EIP-712 and cannot be hashed. A value does not fit its type.',
      ),
    )
    await refuse(
      create({
        message: {
          ...typedData,
          types: { Mail: [{ name: 'contents', type: 'Line[]' }], Line: [] },
          message: { contents: Array.from({ length: 20_000 }, () => ({})) },
        },
        signature,
      }),
      storage(
        422,
        'The types and values of the typed data are too many or too long to hash. Use fewer or shorter ones.',
      ),
    )
    const long = buildSignatures([
      {
        kind: 'contract',
        signer: nested.address,
        data: `0x${'00'.repeat(5000)}`,
      },
    ])
    await refuse(
      create({ message: 'no', signature: long }),
      storage(400, 'An error occurred'),
    )
    await refuse(
      create({ message: 'no', signature, origin: 'x'.repeat(201) }),
      {
        statusCode: 422,
        code: 'too_big',
        origin: 'string',
        maximum: 200,
        inclusive: true,
        path: ['origin'],
        message: 'Too big: expected string to have <=200 characters',
      },
    )
  })

  test('take no second signature of an owner and none of strangers', async () => {
    const message = 'sign me'
    const hash = hashOf(message)
    await accept(create({ message, signature: await sign(alice, hash) }), 202)
    await refuse(
      addSignature(hash, await sign(stranger, hash)),
      rule('Invalid signature'),
    )
    await refuse(
      addSignature(hash, await sign(erin, hash)),
      rule('Unauthorized address'),
    )
    const other = await signPrefixed(alice, hash)
    await refuse(
      addSignature(hash, other),
      storage(400, `${alice.address} has already signed the message.`),
    )
    const unknown = hashOf('nobody sent me')
    await refuse(
      addSignature(unknown, await sign(alice, unknown)),
      storage(404, 'An error occurred'),
    )
    await sql`
      update message set content = '"changed"'
      where message_hash = ${toBytes(hash)}
    `.execute(api.store)
    await refuse(
      addSignature(hash, await sign(bob, hash)),
      rule('Invalid messageHash'),
    )
    const reply = await api.app.inject(`/v1/chains/31337/messages/${unknown}`)
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toEqual(storage(404, 'An error occurred'))
  })

  test('need no more signatures than the safe asks for now', async () => {
    const own = await newSafe([alice.address, bob.address], 1)
    const hash = hashOf('now', own)
    const body = { message: 'now', signature: await sign(alice, hash) }
    await accept(create(body, own), 202)
    expect(await read(hash)).toMatchObject({ status: 'CONFIRMED' })
    await runTransaction(world.devnet, own, {
      plan: {
        to: own.address,
        data: encodeMethod(addOwnerWithThresholdMethod, {
          owner: carol.address,
          threshold: 2n,
        }),
      },
      signers: [alice],
    })
    await accept(addSignature(hash, await sign(carol, hash)))
  })

  test('are listed by day in UTC, newest first, page by page', async () => {
    const own = await newSafe([alice.address], 1)
    const days = [
      '2026-03-01T23:59:59Z',
      '2026-03-02T00:00:01Z',
      '2026-03-02T13:00:00Z',
    ]
    for (const [index, day] of days.entries()) {
      const message = `message ${index}`
      const hash = hashOf(message, own)
      const signature = await sign(alice, hash)
      await accept(create({ message, signature }, own), 202)
      await sql`
        update message set created_at = ${day}
        where message_hash = ${toBytes(hash)}
      `.execute(api.store)
    }
    const url = `/v1/chains/31337/safes/${own.address}/messages`
    const list = async (address: string) =>
      (await api.app.inject(address)).json()
    const show = (page: {
      results: { message?: string; timestamp: number }[]
    }) => page.results.map(({ message, timestamp }) => message ?? timestamp)
    const second = Date.parse('2026-03-02T00:00:00Z')
    const first = Date.parse('2026-03-01T00:00:00Z')
    const whole = await list(url)
    expect(whole).toMatchObject({ count: 3, next: null, previous: null })
    expect(show(whole)).toEqual([
      second,
      'message 2',
      'message 1',
      first,
      'message 0',
    ])
    expect(whole.results[1].type).toBe('MESSAGE')
    const page = await list(`${url}?cursor=limit%3D2%26offset%3D0`)
    expect(show(page)).toEqual([second, 'message 2', 'message 1'])
    expect(page.count).toBe(3)
    const rest = await list(page.next)
    expect(show(rest)).toEqual([first, 'message 0'])
    expect(rest.next).toBeNull()
    expect(show(await list(rest.previous))).toEqual(show(page))
  })
})

describe('delegates', () => {
  const url = '/v2/chains/31337/delegates'
  const list = async (query: string) =>
    (await api.app.inject(`${url}?${query}`)).json()

  test('are added and relabelled by an owner, listed, and removed by either side', async () => {
    const body = await delegateBody({ label: 'one <b>friend</b>' })
    await accept(post(url, body))
    await accept(post(url, { ...body, label: 'two' }))
    const entry = {
      safe: safe.address,
      delegate: stranger.address,
      delegator: alice.address,
      label: 'two',
    }
    for (const query of [
      `safe=${safe.address}`,
      `delegate=${stranger.address.toLowerCase()}`,
      `delegator=${alice.address}&label=two`,
    ])
      expect(await list(query)).toEqual({
        count: 1,
        next: null,
        previous: null,
        results: [entry],
      })
    expect(await list('label=one')).toMatchObject({ count: 0, results: [] })
    await accept(await remove({ by: stranger, safe: safe.address }))
    expect(await list(`safe=${safe.address}`)).toMatchObject({ count: 0 })
    await accept(post(url, body))
    await accept(await remove({ by: alice, delegator: alice.address }))
    await refuse(
      await remove({ by: alice, delegator: alice.address }),
      storage(404, 'An error occurred'),
    )
  })

  test('may be for all safes, in any accepted form of the request', async () => {
    for (const [index, options] of [
      { hours: 1 },
      { withoutChain: true },
    ].entries()) {
      const body = await delegateBody({ ...options, safe: null })
      await accept(post(url, { ...body, label: `all ${index}` }))
    }
    expect(await list(`delegator=${alice.address}`)).toMatchObject({
      count: 1,
      results: [{ safe: null, label: 'all 1' }],
    })
    await accept(post(url, await delegateBody({})))
    const paged = await list(`delegate=${stranger.address}&cursor=limit%3D1`)
    expect(paged).toMatchObject({ count: 2, results: [{ safe: null }] })
    const next = (await api.app.inject(paged.next)).json()
    expect(next).toMatchObject({
      next: null,
      results: [{ safe: safe.address }],
    })
    await accept(await remove({ by: stranger, delegator: alice.address }))
    expect(await list(`delegator=${alice.address}`)).toMatchObject({ count: 0 })
  })

  test('are added by a contract that signs', async () => {
    const { chainId } = world.devnet
    const totp = getTotp({ unixSeconds: Date.now() / 1000 })
    const { domain, types, primaryType, message } = getDelegateTypedData({
      chainId,
      delegate: dave.address,
      totp,
    })
    const preimage = concatHex([
      '0x1901',
      domainSeparator({ domain }),
      hashStruct({ data: message, primaryType, types }),
    ])
    const hash = hashTypedData({ domain, types, primaryType, message })
    for (const asked of [hash, preimage]) {
      const signed = hashSafeMessageBytes(domainOf(nested), asked)
      const signature = buildSignatures([
        {
          kind: 'contract',
          signer: nested.address,
          data: await sign(carol, signed),
        },
      ])
      await accept(
        post(url, {
          safe: safe.address,
          delegate: dave.address,
          delegator: nested.address,
          label: '',
          signature,
        }),
      )
    }
    const { results } = await list(`delegator=${nested.address}`)
    expect(results).toHaveLength(1)
  })

  test('are refused by anybody else, for others, too late, or without a filter', async () => {
    const old = (who: Address) =>
      storage(400, `The signature is not by ${who}, or is older than an hour.`)
    await refuse(
      post(url, await delegateBody({ hours: 2 })),
      old(alice.address),
    )
    await refuse(
      post(url, { ...(await delegateBody({})), delegator: bob.address }),
      old(bob.address),
    )
    await refuse(
      post(url, await delegateBody({ by: dave })),
      storage(
        400,
        `${dave.address} is not an owner of the safe ${safe.address}.`,
      ),
    )
    await refuse(
      post(url, { ...(await delegateBody({})), label: 'x'.repeat(51) }),
      {
        statusCode: 422,
        code: 'too_big',
        origin: 'string',
        maximum: 50,
        inclusive: true,
        path: ['label'],
        message: 'Too big: expected string to have <=50 characters',
      },
    )
    const property = {
      statusCode: 422,
      code: 'custom',
      path: [],
      message: 'At least one property is required',
    }
    await refuse({ url }, property)
    await refuse(await remove({ by: alice }), property)
    await accept(post(url, await delegateBody({})))
    await refuse(
      await remove({ by: bob, safe: safe.address }),
      storage(
        400,
        'The signature is neither by the owner nor by the proposer, or is older than an hour.',
      ),
    )
  })

  async function delegateBody(options: {
    by?: LocalAccount
    safe?: null
    label?: string
    hours?: number
    withoutChain?: boolean
  }) {
    const { by = alice, hours = 0, label = 'a friend' } = options
    return {
      safe: options.safe === null ? null : safe.address,
      delegate: stranger.address,
      delegator: by.address,
      label,
      signature: await signRequest(by, hours, options.withoutChain),
    }
  }

  async function signRequest(
    by: LocalAccount,
    hours = 0,
    withoutChain = false,
  ) {
    const totp = getTotp({ unixSeconds: Date.now() / 1000 }) - BigInt(hours)
    return by.signTypedData(
      getDelegateTypedData({
        chainId: withoutChain ? undefined : 31337,
        delegate: stranger.address,
        totp,
      }),
    )
  }

  async function remove({
    by,
    ...body
  }: {
    by: LocalAccount
    safe?: Address
    delegator?: Address
  }): Promise<InjectOptions> {
    return {
      method: 'DELETE',
      url: `${url}/${stranger.address}`,
      payload: { ...body, signature: await signRequest(by) },
    }
  }
})

const abi = parseAbi([
  'function isValidSignature(bytes32, bytes) view returns (bytes4)',
])

async function isValid(message: string, signature: Hex): Promise<boolean> {
  const magic = await world.devnet.client.readContract({
    address: safe.address,
    abi,
    functionName: 'isValidSignature',
    args: [hashMessageContent(message), signature],
  })
  return magic === '0x1626ba7e'
}
