import {
  type DeployedSafe,
  demoAccounts,
  signTransaction,
} from '@covault/devnet'
import { sql } from 'kysely'
import { type Address, type LocalAccount, pad } from 'viem'
import { expect, test } from 'vitest'
import { toBytes } from '../../store/bytes.js'
import { propose, sign, toProposal, withApi } from '../apiSuite.js'
import type { TestApp } from '../testApp.js'

const { alice, bob, dave } = demoAccounts
let api: TestApp
let safe: DeployedSafe

withApi({ firstSalt: 31_000n }, async (suite) => {
  api = suite.api
  safe = await suite.newSafe([alice.address, bob.address])
})

const post = async (url: string, payload: object) => {
  const began = performance.now()
  const reply = await api.app.inject({ method: 'POST', url, payload })
  // Each of these took seconds or minutes.
  expect(performance.now() - began).toBeLessThan(5_000)
  return { status: reply.statusCode, body: reply.body }
}
const signature = `0x${'11'.repeat(64)}1b`

/** Types that name each other, one after another or all from the first. */
function inventTypes(count: number, isWide: boolean) {
  const field = (at: number) => ({
    name: isWide ? `a${at}` : 'a',
    type: `A${at}[]`,
  })
  const last = count - 1
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => {
      const next = at < last && !isWide ? [field(at + 1)] : []
      const all = Array.from({ length: last }, (_, index) => field(index + 1))
      return [`A${at}`, isWide && at === 0 ? all : next]
    }),
  )
}

test.each([
  { count: 1_500, isWide: true, values: 0, answer: 'Shorten it.' },
  // Hashed, each type once.
  { count: 900, isWide: false, values: 3_200, answer: 'Invalid signature' },
  { count: 20, isWide: false, values: 4_000, answer: 'Invalid signature' },
])(
  'a message of $count types and $values values costs little',
  async ({ count, isWide, values, answer }) => {
    const types = inventTypes(count, isWide)
    const message = {
      domain: {},
      types,
      primaryType: 'A0',
      message: Object.fromEntries(
        (types.A0 ?? []).map(({ name }) => [
          name,
          Array.from({ length: values }, () => ({ a: [] })),
        ]),
      ),
    }
    const url = `/v1/chains/31337/safes/${safe.address}/messages`
    const { status, body } = await post(url, { message, signature })
    expect(status).toBe(422)
    expect(body).toContain(answer)
  },
)

const longName = `A${'b'.repeat(10_000)}`
const aList = [{ name: 'a', type: `${longName}[]` }]

test.each([
  {
    ...{ what: 'the text of a long type for each value' },
    types: { M: aList, [longName]: [] },
    message: { a: Array.from({ length: 3_000 }, () => ({})) },
    refusal: 422,
  },
  {
    ...{ what: 'a length without a text' },
    types: { M: [{ name: 'a', type: 'string' }] },
    message: { a: { length: 5_000_000 } },
    refusal: 400,
  },
])('neither door hashes $what', async ({ types, message, refusal }) => {
  const asked = {
    message: { domain: {}, types, primaryType: 'M', message },
    signature,
  }
  const own = `/v1/chains/31337/safes/${safe.address}/messages`
  expect((await post(own, asked)).status).toBe(refusal)
  const service = `/tx-service/local1/api/v1/safes/${safe.address}/messages/`
  expect((await post(service, asked)).status).toBe(400)
})

test('a text to sign in with is short', async () => {
  const message = 'URI: '.repeat(200_000)
  const url = '/v1/auth/verify'
  expect((await post(url, { message, signature })).status).toBe(401)
})

test('a wrong signature is refused before those that are there are read', async () => {
  const { transaction, safeTxHash } = await signTransaction(safe, {
    plan: { to: dave.address, nonce: 0n },
    signers: [],
  })
  const sender: Address = alice.address
  const proposal = toProposal(
    { safe, transaction, safeTxHash, signatures: [] },
    { sender },
  )
  const own = await sign(alice, safeTxHash)
  await api.app.inject(propose(safe, { ...proposal, signature: own }))
  // Reading this one ends with a 502.
  const changed = await sign(alice, pad('0x01'))
  await sql`
    update confirmation set signature = ${toBytes(changed)}
    where safe_tx_hash = ${toBytes(safeTxHash)}
  `.execute(api.store)
  const url = `/v1/chains/31337/transactions/${safeTxHash}/confirmations`
  const by = async (account: LocalAccount) =>
    (await post(url, { signature: await sign(account, safeTxHash) })).status
  expect(await by(dave)).toBe(422)
  expect(await by(bob)).toBe(502)
})

test('data of half a byte is refused in words', async () => {
  const url = `/v1/chains/31337/transactions/${safe.address}/preview`
  const call = { to: dave.address, value: '0', operation: 0, data: '0x1' }
  expect(await post(url, call)).toEqual({
    status: 422,
    body: '{"code":422,"message":"Data must have two digits for each byte."}',
  })
})
