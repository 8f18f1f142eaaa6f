import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import {
  type DeployedSafe,
  demoAccounts,
  runTransaction,
  signTransaction,
  type TransactionPlan,
} from '@covault/devnet'
import {
  buildSignatures,
  getDelegateTypedData,
  getDeleteRequestTypedData,
  getTotp,
  hashSafeMessage,
} from '@covault/protocol'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import {
  concatHex,
  type Hex,
  keccak256,
  type LocalAccount,
  stringToHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { toBytes } from '../../store/bytes.js'
import { saveServiceToken } from '../../store/serviceTokens.js'
import { type ApiSuite, sign, signPrefixed, withApi } from '../apiSuite.js'
import { expectDescribed } from '../describedAnswer.js'
import { countRows, type TestApp } from '../testApp.js'

const { alice, bob, carol, dave, erin, stranger } = demoAccounts
let api: TestApp
let newSafe: ApiSuite['newSafe']
/** Owners alice, bob and carol, two of whom must sign; nonce 1. */
let safe: DeployedSafe

withApi({ firstSalt: 1_400n }, async (suite) => {
  ;({ api, newSafe } = suite)
  safe = await newSafe([alice.address, bob.address, carol.address], 2)
  await runTransaction(suite.world.devnet, safe, {
    plan: { to: dave.address },
    signers: [alice, bob],
  })
})

const base = '/tx-service/local1/api'

type Method = 'GET' | 'POST' | 'DELETE'

/** Asks, and looks whether the answer is as it is described. */
async function ask(
  method: Method,
  path: string,
  payload?: object | string,
  headers: Record<string, string> = {},
) {
  const url = `${base}${path}`
  const reply = await api.app.inject({
    method,
    url,
    headers: {
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload === undefined
      ? {}
      : {
          payload:
            typeof payload === 'string' ? payload : JSON.stringify(payload),
        }),
  })
  expectDescribed(
    { method, url },
    { status: reply.statusCode, text: reply.body },
  )
  return {
    status: reply.statusCode,
    body: reply.body === '' ? undefined : reply.json(),
  }
}

const get = (path: string) => ask('GET', path)

let counter = 0n

/** A transaction in the words of this API, which nobody else proposes. */
async function write(
  plan: Partial<TransactionPlan> = {},
  {
    signers = [alice],
    by = signers[0] ?? alice,
    of = safe,
  }: { signers?: LocalAccount[]; by?: LocalAccount; of?: DeployedSafe } = {},
) {
  const { transaction, safeTxHash, signatures } = await signTransaction(of, {
    plan: { to: dave.address, value: ++counter, nonce: 1n, ...plan },
    signers,
  })
  const { to, data, operation, gasToken, refundReceiver } = transaction
  return {
    to,
    value: String(transaction.value),
    data: data === '0x' ? null : data,
    operation: operation as number,
    gasToken,
    safeTxGas: String(transaction.safeTxGas),
    baseGas: String(transaction.baseGas),
    gasPrice: String(transaction.gasPrice),
    refundReceiver,
    nonce: Number(transaction.nonce),
    contractTransactionHash: safeTxHash,
    sender: by.address,
    signature: signatures.length > 0 ? buildSignatures(signatures) : null,
    origin: 'Safe-CLI',
  }
}

const listOf = (of: DeployedSafe, version = 'v2') =>
  `/${version}/safes/${of.address}/multisig-transactions/`
const one = (hash: Hex, version = 'v2') =>
  `/${version}/multisig-transactions/${hash}/`
const confirmations = (hash: Hex) =>
  `/v1/multisig-transactions/${hash}/confirmations/`

async function propose(body: object | string, of = safe) {
  const reply = await ask('POST', listOf(of), body)
  expect(reply).toEqual({ status: 201, body: undefined })
}

const hashesOf = (body: { results: { safeTxHash: Hex }[] }) =>
  body.results.map(({ safeTxHash }) => safeTxHash)

describe('the door', () => {
  test.each(['local1', '31337'])(
    'of %s answers with and without a slash',
    async (chain) => {
      for (const end of ['', '/']) {
        const check = await api.app.inject(`/tx-service/${chain}/check${end}`)
        expect([check.statusCode, check.body]).toEqual([200, 'Ok'])
        const about = await api.app.inject(
          `/tx-service/${chain}/api/v1/about${end}`,
        )
        expect(about.json()).toMatchObject({
          settings: { ETHEREUM_NODE_URL: null },
        })
      }
    },
  )

  test('is what the list of chains names', async () => {
    const { json } = await api.app.inject('/v1/chains/31337')
    expect(json().transactionService).toBe(
      'http://localhost:80/tx-service/local1',
    )
  })

  test('describes itself', async () => {
    const reply = await api.app.inject('/tx-service/local1/schema/')
    expect(reply.json()).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: 'http://localhost:80/tx-service/local1/api' }],
    })
    expect(Object.keys(reply.json().paths)).toContain(
      '/v2/safes/{address}/multisig-transactions/',
    )
  })

  test('of a chain that is not served, and to nowhere, says so', async () => {
    for (const url of [
      '/tx-service/nowhere/api/v1/about/',
      '/tx-service/nowhere/check/',
      `${base}/v1/nothing/`,
    ]) {
      const reply = await api.app.inject(url)
      expect(reply.statusCode).toBe(404)
      expect(reply.json()).toEqual({ detail: expect.any(String) })
    }
  })

  test('answers everybody while no token was given, then not the wrong one', async () => {
    const bearer = (token: string) =>
      ask('GET', '/v1/about/', undefined, { authorization: `Bearer ${token}` })
    expect((await bearer('anything')).status).toBe(200)
    await saveServiceToken(api.store, { name: 'bot', token: 'right' })
    expect((await bearer('right')).status).toBe(200)
    expect(await bearer('wrong')).toEqual({
      status: 401,
      body: { detail: expect.any(String) },
    })
    expect((await get('/v1/about/')).status).toBe(200)
    await sql`delete from service_token`.execute(api.store)
  })
})

describe('a safe', () => {
  test('is told with the zero address where there is none', async () => {
    const { body } = await get(`/v1/safes/${safe.address}/`)
    expect(body).toMatchObject({
      address: safe.address,
      nonce: '1',
      threshold: 2,
      modules: [],
      guard: zeroAddress,
      moduleGuard: zeroAddress,
      version: expect.stringContaining('1.'),
    })
  })

  test('has balances, and no collectibles', async () => {
    expect((await get(`/v1/safes/${safe.address}/balances/`)).body).toEqual([
      { tokenAddress: null, token: null, balance: expect.any(String) },
    ])
    const paged = await get(`/v2/safes/${safe.address}/balances/?limit=1`)
    expect(paged.body).toMatchObject({ count: 1, next: null })
    const owned = await get(`/v2/safes/${safe.address}/collectibles/`)
    expect(owned.body).toMatchObject({ count: 0, results: [] })
  })

  test('is found by its owner', async () => {
    await get(`/v1/safes/${safe.address}/`)
    const { body } = await get(`/v1/owners/${carol.address}/safes/`)
    expect(body.safes).toContain(safe.address)
    const paged = await get(`/v2/owners/${carol.address}/safes/?limit=1`)
    expect(paged.body.results).toHaveLength(1)
  })
})

describe('a proposal', () => {
  test('is read back as it was sent', async () => {
    const body = await write()
    await propose(body)
    const hash = body.contractTransactionHash
    const read = await get(one(hash))
    expect(read.body).toMatchObject({
      safe: safe.address,
      to: body.to,
      value: body.value,
      data: null,
      nonce: '1',
      safeTxHash: hash,
      proposer: alice.address,
      isExecuted: false,
      isSuccessful: null,
      confirmationsRequired: 2,
      trusted: true,
      origin: '{}',
      confirmations: [
        {
          owner: alice.address,
          signature: body.signature,
          signatureType: 'EOA',
        },
      ],
    })
    expect((await get(one(hash, 'v1'))).body).toEqual({
      ...read.body,
      nonce: 1,
      safeTxGas: 0,
      baseGas: 0,
    })
    for (const version of ['v1', 'v2']) {
      const listed = await get(`${listOf(safe, version)}?nonce=1`)
      expect(hashesOf(listed.body)).toContain(hash)
    }
  })

  test.each([10n ** 18n + 1n, 2n ** 256n - 1n])(
    'of %d keeps every digit, as Python sends it',
    async (value) => {
      const { signature, contractTransactionHash, ...rest } = await write({
        value,
      })
      const sent = JSON.stringify({
        ...rest,
        value: 'VALUE',
        safeTxGas: 0,
        baseGas: 0,
        gasPrice: 0,
        contractTransactionHash: undefined,
        contract_transaction_hash: contractTransactionHash.slice(2),
        signature: signature?.slice(2),
      }).replace('"VALUE"', String(value))
      await propose(sent)
      const { body } = await get(one(contractTransactionHash))
      expect(body.value).toBe(String(value))
    },
  )

  test.each([null, '', '0x', undefined])(
    'may say %j for no data',
    async (data) => {
      const body = await write()
      await propose({ ...body, data })
      const read = await get(one(body.contractTransactionHash))
      expect(read.body.data).toBeNull()
    },
  )

  test('brings the signatures of several owners at once', async () => {
    const body = await write({}, { signers: [alice, bob] })
    await propose(body)
    const { body: page } = await get(
      confirmations(body.contractTransactionHash),
    )
    expect(page).toMatchObject({ count: 2, next: null, previous: null })
  })

  test('that nobody signed is shown to those who ask for it', async () => {
    const of = await newSafe([alice.address])
    const body = await write({ nonce: 0n }, { signers: [], by: alice, of })
    await propose(body, of)
    expect((await get(listOf(of))).body.count).toBe(0)
    const all = await get(`${listOf(of)}?trusted=false`)
    expect(hashesOf(all.body)).toEqual([body.contractTransactionHash])
    expect(all.body.results[0]).toMatchObject({
      trusted: false,
      proposer: null,
    })
  })

  test('is taken back by its proposer', async () => {
    const body = await write()
    const hash = body.contractTransactionHash
    await propose(body)
    const signature = await alice.signTypedData(
      getDeleteRequestTypedData({
        chainId: 31337,
        safe: safe.address,
        safeTxHash: hash,
        totp: getTotp({ unixSeconds: Date.now() / 1000 }),
      }),
    )
    const refused = await ask('DELETE', one(hash), {
      safeTxHash: zeroHash,
      signature,
    })
    expect(refused).toEqual({
      status: 400,
      body: { safeTxHash: [expect.any(String)] },
    })
    const reply = await ask('DELETE', one(hash), {
      safeTxHash: hash,
      signature,
    })
    expect(reply).toEqual({ status: 204, body: undefined })
    expect((await get(one(hash))).status).toBe(404)
  })

  test('needs no gas of its own since 1.3.0', async () => {
    const reply = await ask('POST', `${listOf(safe, 'v1')}estimations/`, {
      to: dave.address,
      value: 0,
      data: null,
      operation: 0,
    })
    expect(reply).toEqual({ status: 200, body: { safeTxGas: '0' } })
  })
})

describe('a confirmation', () => {
  test('takes several owners together, again and again', async () => {
    const body = await write()
    const hash = body.contractTransactionHash
    await propose(body)
    const signature = concatHex([
      await sign(bob, hash),
      await sign(carol, hash),
    ])
    for (const _ of [1, 2]) {
      const reply = await ask('POST', confirmations(hash), {
        signature: signature.slice(2),
      })
      expect(reply).toEqual({ status: 201, body: { signature } })
    }
    const { body: page } = await get(confirmations(hash))
    expect(page.count).toBe(3)
    const rest = await get(`${confirmations(hash)}?limit=2&offset=2`)
    expect(rest.body.results).toHaveLength(1)
  })

  test('takes none when one of them is not an owner, or is there twice', async () => {
    const body = await write()
    const hash = body.contractTransactionHash
    await propose(body)
    const before = await countRows(api.store)
    for (const second of [stranger, bob]) {
      const signature = concatHex([
        await sign(bob, hash),
        await sign(second, hash),
      ])
      const reply = await ask('POST', confirmations(hash), { signature })
      expect(reply).toEqual({
        status: 400,
        body: { nonFieldErrors: [expect.any(String)] },
      })
    }
    expect(await countRows(api.store)).toEqual(before)
  })

  test('may be signed as eth_sign does it', async () => {
    const body = await write()
    const hash = body.contractTransactionHash
    await propose(body)
    const signature = await signPrefixed(bob, hash)
    await ask('POST', confirmations(hash), { signature })
    const { body: page } = await get(confirmations(hash))
    expect(page.results).toContainEqual(
      expect.objectContaining({
        owner: bob.address,
        signatureType: 'ETH_SIGN',
      }),
    )
  })
})

describe('a list', () => {
  /** Rows of a safe, as many transactions as one likes. */
  async function fill(of: DeployedSafe, count: number): Promise<void> {
    await sql`
      insert into multisig_tx (chain_id, safe_tx_hash, safe, nonce, to_address,
        value, data, operation, safe_tx_gas, base_gas, gas_price, gas_token,
        refund_receiver, details, proposer, submitted_at, modified_at, trusted)
      select 31337, sha256(int8send(at) || ${toBytes(of.address)}::bytea),
        ${toBytes(of.address)}::bytea, at / 3, ${toBytes(dave.address)}::bytea,
        at, '', 0, 0, 0, 0, ${toBytes(zeroAddress)}::bytea,
        ${toBytes(zeroAddress)}::bytea, 'proposal',
        ${toBytes(alice.address)}::bytea,
        timestamptz '2026-01-01' + (at / 2) * interval '1 second',
        timestamptz '2026-02-01' + (at % 7) * interval '1 second', true
      from generate_series(1, ${count}::int8) at
    `.execute(api.store)
  }

  async function follow(path: string): Promise<Hex[]> {
    const seen: Hex[] = []
    let url: string | null = `${base}${path}`
    while (url) {
      const reply: LightMyRequestResponse = await api.app.inject(url)
      expectDescribed(
        { method: 'GET', url },
        { status: reply.statusCode, text: reply.body },
      )
      const page: { next: string | null; results: { safeTxHash: Hex }[] } =
        reply.json()
      seen.push(...hashesOf(page))
      url = page.next
      if (url) expect(url).toContain(`http://localhost:80${base}`)
    }
    return seen
  }

  test('is followed to its end, each item once, in any order', async () => {
    const of = await newSafe([alice.address])
    await fill(of, 1_300)
    for (const ordering of [
      '',
      '-nonce',
      'nonce',
      'created',
      '-created',
      'modified',
      '-modified',
    ]) {
      const seen = await follow(`${listOf(of)}?limit=200&ordering=${ordering}`)
      expect(seen).toHaveLength(1_300)
      expect(new Set(seen).size).toBe(1_300)
    }
    const first = await get(`${listOf(of)}?limit=1`)
    expect(first.body.count).toBe(1_001)
    const late = await get(`${listOf(of)}?limit=100&offset=1250`)
    expect(late.body).toMatchObject({ count: 1_300, next: null })
    expect(late.body.results).toHaveLength(50)
    const beyond = await get(`${listOf(of)}?offset=10001`)
    expect(beyond).toEqual({
      status: 400,
      body: { detail: expect.any(String) },
    })
  }, 60_000)

  test('holds what its filters let through', async () => {
    const of = await newSafe([alice.address])
    await fill(of, 9)
    const count = async (query: string) => {
      const { body, status } = await get(`${listOf(of)}?${query}`)
      expect(status, query).toBe(200)
      return [body.count, body.countUniqueNonce]
    }
    expect(await count('')).toEqual([9, 4])
    expect(await count('nonce=1')).toEqual([3, 1])
    expect(await count('nonce__gte=2')).toEqual([4, 2])
    expect(await count('nonce__gt=2&nonce__lt=4')).toEqual([1, 1])
    expect(await count('nonce__lte=0')).toEqual([2, 1])
    expect(await count('nonce=1&nonce__gte=1&nonce__lte=3')).toEqual([3, 1])
    expect(await count('nonce=1&nonce__gte=2')).toEqual([0, 0])
    expect(await count('nonce=3&nonce__lte=2')).toEqual([0, 0])
    expect(await count('value__gt=3&value__lt=6')).toEqual([2, 1])
    expect(await count('value=3')).toEqual([1, 1])
    expect(await count(`to=${dave.address}`)).toEqual([9, 4])
    expect(await count(`to=${alice.address}`)).toEqual([0, 0])
    expect(await count('executed=true')).toEqual([0, 0])
    expect(await count('executed=False')).toEqual([9, 4])
    expect(await count('failed=true')).toEqual([0, 0])
    expect(await count('has_confirmations=true')).toEqual([0, 0])
    expect(await count('has_confirmations=false')).toEqual([9, 4])
    expect(await count('submission_date__gte=2026-01-01T00:00:03Z')).toEqual([
      4, 2,
    ])
    expect(await count('modified__gt=2026-02-01T00:00:05Z')).toEqual([1, 1])
    expect(await count('modified__lte=2026-02-01T00:00:00Z')).toEqual([1, 1])
    expect(await count('execution_date__gte=2026-01-01')).toEqual([0, 0])
    expect(await count(`safe_tx_hash=${zeroHash}`)).toEqual([0, 0])
    expect(await count(`transaction_hash=${zeroHash.slice(2)}`)).toEqual([0, 0])
  })
})

describe('delegates', () => {
  const totp = () => getTotp({ unixSeconds: Date.now() / 1000 })
  const typed = (by: LocalAccount, delegate: Hex) => {
    if (!by.signTypedData) throw new TypeError('This account cannot sign.')
    return by.signTypedData(
      getDelegateTypedData({ chainId: 31337, delegate, totp: totp() }),
    )
  }

  test('are added, propose, are listed and removed', async () => {
    const entry = {
      safe: safe.address,
      delegate: erin.address,
      delegator: alice.address,
      label: 'Bot',
      signature: await typed(alice, erin.address),
    }
    const expiryDate = '2100-01-01T00:00:00Z'
    expect(
      await ask('POST', '/v2/delegates/', { ...entry, expiryDate }),
    ).toEqual({
      status: 201,
      body: { ...entry, expiryDate },
    })
    const { signature: _, ...listed } = entry
    const { body } = await get(`/v2/delegates?safe=${safe.address}`)
    expect(body).toMatchObject({
      count: 1,
      results: [{ ...listed, expiryDate }],
    })

    const proposal = await write({}, { signers: [erin] })
    await propose(proposal)
    const read = await get(one(proposal.contractTransactionHash))
    expect(read.body).toMatchObject({
      proposer: alice.address,
      proposedByDelegate: erin.address,
      confirmations: [],
    })

    const removal = {
      delegator: alice.address,
      safe: safe.address,
      signature: await typed(erin, erin.address),
    }
    const path = `/v2/delegates/${erin.address}`
    expect((await ask('DELETE', path, removal)).status).toBe(204)
    expect(await ask('DELETE', path, removal)).toEqual({
      status: 404,
      body: undefined,
    })
  })

  test('may be signed for as older clients do', async () => {
    const hash = keccak256(stringToHex(`${dave.address}${totp()}`))
    for (const signature of [
      await sign(bob, hash),
      await signPrefixed(bob, hash),
    ]) {
      const body = {
        delegate: dave.address,
        delegator: bob.address,
        label: 'Old',
        signature,
      }
      expect((await ask('POST', '/v1/delegates/', body)).status).toBe(201)
      const path = `/v1/delegates/${dave.address}/`
      const reply = await ask('DELETE', path, {
        delegator: bob.address,
        signature,
      })
      expect(reply.status).toBe(204)
    }
  })
})

describe('a message', () => {
  test('is proposed, signed and told with its signatures', async () => {
    const message = 'Hello from a program'
    const { version } = safe
    const hash = hashSafeMessage(
      { chainId: 31337, safe: safe.address, version },
      message,
    )
    const path = `/v1/safes/${safe.address}/messages/`
    const body = {
      message,
      signature: await sign(alice, hash),
      origin: '{"name":"x"}',
    }
    expect(await ask('POST', path, body)).toEqual({
      status: 201,
      body: undefined,
    })
    expect(await ask('POST', path, body)).toEqual({
      status: 400,
      body: { nonFieldErrors: [expect.any(String)] },
    })
    const signatures = `/v1/messages/${hash}/signatures/`
    const second = { signature: await sign(bob, hash) }
    expect((await ask('POST', signatures, second)).status).toBe(201)
    expect((await ask('POST', signatures, second)).status).toBe(400)
    const read = await get(`/v1/messages/${hash}/`)
    expect(read.body).toMatchObject({
      messageHash: hash,
      message,
      proposedBy: alice.address,
      origin: '{"name":"x"}',
      confirmations: [{ owner: alice.address }, { owner: bob.address }],
    })
    for (const ordering of ['', 'created', '-modified']) {
      const listed = await get(`${path}?ordering=${ordering}`)
      expect(listed.body).toMatchObject({ count: 1, results: [read.body] })
    }
  })
})

describe('what is wrong', () => {
  const lower = (address: string) => address.toLowerCase()
  const field = (name: string) => ({ [name]: [expect.any(String)] })
  const numbered = (code: number) =>
    expect.objectContaining({ code, message: expect.any(String) })
  const detail = { detail: expect.any(String) }

  test.each(['v1', 'v2'])(
    'is said in %s where clients look for it',
    async (version) => {
      const right = await write()
      const hash = right.contractTransactionHash
      const other = await write({}, { signers: [stranger] })
      const wrong: [
        Method,
        string,
        object | string | undefined,
        number,
        unknown,
      ][] = [
        [
          'GET',
          `/v1/safes/${lower(safe.address)}/`,
          undefined,
          422,
          {
            code: 1,
            message: 'Checksum address validation failed',
            arguments: [lower(safe.address)],
          },
        ],
        ['GET', '/v1/safes/0x12/', undefined, 422, numbered(1)],
        ['GET', `/v1/safes/${stranger.address}/`, undefined, 404, undefined],
        [
          'GET',
          `/${version}/owners/${lower(alice.address)}/safes/`,
          undefined,
          422,
          numbered(1),
        ],
        [
          'GET',
          `${listOf(safe, version)}?ordering=value`,
          undefined,
          400,
          numbered(1),
        ],
        [
          'GET',
          `${listOf(safe, version)}?nonce=one`,
          undefined,
          400,
          field('nonce'),
        ],
        [
          'GET',
          `${listOf(safe, version)}?to=${lower(alice.address)}`,
          undefined,
          400,
          field('to'),
        ],
        [
          'GET',
          `${listOf(safe, version)}?executed=perhaps`,
          undefined,
          400,
          field('executed'),
        ],
        [
          'GET',
          `${listOf(safe, version)}?modified__gt=soon`,
          undefined,
          400,
          field('modified__gt'),
        ],
        ['GET', one(zeroHash, version), undefined, 404, detail],
        [
          'GET',
          `/${version}/multisig-transactions/0x12/`,
          undefined,
          404,
          detail,
        ],
        [
          'GET',
          `/${version}/delegates/`,
          undefined,
          400,
          field('nonFieldErrors'),
        ],
        ['GET', `/v1/messages/${zeroHash}/`, undefined, 404, detail],
        ['GET', '/v1/transfer/x12/', undefined, 400, numbered(1)],
        ['GET', `/v1/transfer/i${'0'.repeat(64)}1/`, undefined, 404, detail],
        ['GET', '/v1/module-transaction/e12/', undefined, 400, numbered(1)],
        [
          'POST',
          listOf(safe, version),
          { ...right, to: lower(right.to) },
          422,
          field('to'),
        ],
        [
          'POST',
          listOf(safe, version),
          { ...right, value: -1 },
          422,
          field('value'),
        ],
        [
          'POST',
          listOf(safe, version),
          { ...right, sender: undefined },
          422,
          field('sender'),
        ],
        [
          'POST',
          listOf(safe, version),
          { ...right, operation: 2 },
          422,
          field('operation'),
        ],
        [
          'POST',
          listOf(safe, version),
          { ...right, contractTransactionHash: zeroHash },
          422,
          field('nonFieldErrors'),
        ],
        [
          'POST',
          listOf(safe, version),
          { ...right, nonce: 0 },
          422,
          field('nonFieldErrors'),
        ],
        [
          'POST',
          listOf(safe, version),
          { ...right, sender: bob.address },
          422,
          field('nonFieldErrors'),
        ],
        ['POST', listOf(safe, version), other, 422, field('nonFieldErrors')],
        [
          'POST',
          `/${version}/safes/${stranger.address}/multisig-transactions/`,
          right,
          422,
          field('nonFieldErrors'),
        ],
        ['POST', listOf(safe, version), '{"to":', 400, detail],
        [
          'POST',
          confirmations(zeroHash),
          { signature: right.signature },
          404,
          detail,
        ],
        ['POST', confirmations(hash), {}, 400, field('signature')],
        [
          'DELETE',
          one(zeroHash, version),
          { signature: right.signature },
          404,
          detail,
        ],
        [
          'POST',
          `/${version}/delegates/`,
          {
            delegate: erin.address,
            delegator: alice.address,
            label: 'x',
            signature: right.signature,
          },
          400,
          field('nonFieldErrors'),
        ],
        [
          'POST',
          `/${version}/delegates/`,
          {
            delegate: erin.address,
            delegator: alice.address,
            label: 'x'.repeat(51),
            signature: right.signature,
          },
          400,
          field('label'),
        ],
        [
          'POST',
          `/v1/safes/${safe.address}/messages/`,
          { message: 'x', signature: right.signature },
          400,
          field('nonFieldErrors'),
        ],
        [
          'GET',
          `/v1/tokens/${lower(safe.address)}/`,
          undefined,
          422,
          {
            code: 1,
            message: 'Invalid ethereum address',
            arguments: [lower(safe.address)],
          },
        ],
        [
          'DELETE',
          `/v1/delegates/${erin.address}/`,
          { delegate: dave.address, signature: right.signature },
          422,
          numbered(2),
        ],
        ['POST', '/v1/data-decoder/', { data: '0x12' }, 422, field('data')],
        ['POST', '/v1/data-decoder/', { data: '0x12345678' }, 404, undefined],
      ]
      for (const [method, path, payload, status, body] of wrong) {
        const reply = await ask(method, path, payload)
        expect(reply, `${method} ${path}`).toEqual({ status, body })
      }
    },
  )
})

test('serves a Python script that sends what safe-eth-py sends', async () => {
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 })
  const proposals = await Promise.all(
    [10n ** 18n + 1n, 2n ** 256n - 1n].map(async (value) => ({
      value,
      body: await write({ value, nonce: 2n }, { signers: [alice, bob] }),
    })),
  )
  const [first] = proposals
  const hash = first?.body.contractTransactionHash ?? zeroHash
  const signature = await alice.signTypedData(
    getDeleteRequestTypedData({
      chainId: 31337,
      safe: safe.address,
      safeTxHash: hash,
      totp: getTotp({ unixSeconds: Date.now() / 1000 }),
    }),
  )
  const answers = await replay({
    base: `${url}${base}`,
    requests: [
      ...proposals.flatMap(({ value, body }) => [
        {
          method: 'POST',
          path: listOf(safe),
          body: {
            ...body,
            value: `int:${value}`,
            nonce: 'int:2',
            operation: 'int:0',
            safeTxGas: 'int:0',
            baseGas: 'int:0',
            gasPrice: 'int:0',
          },
        },
        { method: 'GET', path: one(body.contractTransactionHash) },
      ]),
      {
        method: 'DELETE',
        path: one(hash),
        body: { safeTxHash: hash, signature },
      },
      { method: 'GET', path: one(hash) },
    ],
  })
  expect(answers.map(({ status }) => status)).toEqual([
    201, 200, 201, 200, 204, 404,
  ])
  for (const [at, { value, body }] of proposals.entries())
    expect(answers[2 * at + 1]?.body).toMatchObject({
      value: String(value),
      safeTxHash: body.contractTransactionHash,
      confirmations: [expect.anything(), expect.anything()],
    })
})

type Answer = { status: number; body: unknown }

/** Runs the script beside the tests, with what it shall send. */
async function replay(asked: object): Promise<Answer[]> {
  const script = fileURLToPath(new URL('../replay.py', import.meta.url))
  const child = spawn('python3', [script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(asked))
  const answers: unknown = JSON.parse(await text(child.stdout))
  return answers as Answer[]
}

test('decodes data, and names what it knows', async () => {
  const { body } = await ask('POST', '/v1/data-decoder/', {
    data: `a9059cbb${dave.address.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`,
  })
  expect(body).toEqual({
    method: 'transfer',
    parameters: [
      expect.objectContaining({ type: 'address', value: dave.address }),
      expect.objectContaining({ type: 'uint256', value: '1' }),
    ],
  })
  const contracts = await get(
    '/v1/contracts/?limit=2&trusted_for_delegate_call=true',
  )
  expect(contracts.body.results).toHaveLength(2)
  const { address } = contracts.body.results[0]
  expect((await get(`/v1/contracts/${address}`)).body).toEqual(
    contracts.body.results[0],
  )
  expect((await get('/v1/tokens/')).body).toMatchObject({ previous: null })
  expect((await get('/v1/tokens/lists/')).body.results).toEqual([])
})

test('keeps no operations of ERC-4337, and says so in their shape', async () => {
  const empty = { count: 0, next: null, previous: null, results: [] }
  const path = `/v1/safes/${safe.address}/safe-operations/`
  expect((await get(path)).body).toEqual(empty)
  expect(
    (await get(`/v1/safe-operations/${zeroHash}/confirmations/`)).body,
  ).toEqual(empty)
  expect((await get(`/v1/safe-operations/${zeroHash}/`)).status).toBe(404)
})
