import {
  type DeployedSafe,
  demoAccounts,
  signTransaction,
} from '@covault/devnet'
import { buildSignatures } from '@covault/protocol'
import { type Address, type Hex, numberToHex } from 'viem'
import { expect, test } from 'vitest'
import {
  type ApiSuite,
  propose,
  sign,
  toProposal,
  withApi,
} from '../apiSuite.js'
import type { TestApp } from '../testApp.js'

const { alice, bob, dave } = demoAccounts
let api: TestApp
let newSafe: ApiSuite['newSafe']
let safe: DeployedSafe

withApi({ firstSalt: 31_000n }, async (suite) => {
  ;({ api, newSafe } = suite)
  safe = await newSafe([alice.address, bob.address])
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
  const field = (at: number) => ({ name: 'a', type: `A${at}[]` })
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
  { count: 900, isWide: false, values: 3_200 },
  { count: 1_500, isWide: true, values: 1 },
  { count: 20, isWide: false, values: 4_000 },
])(
  'a message of $count types and $values values is not even hashed',
  async ({ count, isWide, values }) => {
    const message = {
      domain: {},
      types: inventTypes(count, isWide),
      primaryType: 'A0',
      message: { a: Array.from({ length: values }, () => ({ a: [] })) },
    }
    const url = `/v1/chains/31337/safes/${safe.address}/messages`
    const { status, body } = await post(url, { message, signature })
    expect(status).toBe(422)
    expect(body).toContain('too many to hash')
  },
)

test('a text to sign in with is short, and so is the signature of a contract', async () => {
  const message = 'URI: '.repeat(200_000)
  const url = '/v1/auth/verify'
  expect((await post(url, { message, signature })).status).toBe(401)
})

test('a contract that asks for a proposer has a short signature', async () => {
  const data: Hex = `0x${'aa'.repeat(4_000)}`
  const { status, body } = await post('/v2/chains/31337/delegates', {
    ...{ safe: null, delegate: dave.address, delegator: safe.address },
    label: '',
    signature: buildSignatures([
      { kind: 'contract', signer: safe.address, data },
    ]),
  })
  expect(status).toBe(400)
  expect(body).toContain('The signature is not by')
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
  const url = `/v1/chains/31337/transactions/${safeTxHash}/confirmations`
  const wrong = { signature: await sign(dave, safeTxHash) }
  expect((await post(url, wrong)).body).toContain('Invalid signature')
  expect((await post(url, wrong)).status).toBe(422)
})

test('a proposal of hundreds of signatures lets others in between', async () => {
  const owners = Array.from({ length: 200 }, (_, at) =>
    numberToHex(BigInt(at) + 0x1000n, { size: 20 }),
  )
  const many = await newSafe([alice.address, ...owners])
  const { transaction, safeTxHash } = await signTransaction(many, {
    plan: { to: dave.address, nonce: 0n },
    signers: [],
  })
  const body = toProposal(
    { safe: many, transaction, safeTxHash, signatures: [] },
    { sender: alice.address },
  )
  const blob: Hex = `0x${signature.slice(2).repeat(200)}`
  let turns = 0
  const turn = () => void turns++
  const timer = setInterval(turn, 1)
  const reply = await api.app.inject(
    propose(many, { ...body, signature: blob }),
  )
  clearInterval(timer)
  expect(reply.statusCode).toBe(422)
  expect(turns).toBeGreaterThan(20)
})

test('data of half a byte is refused in words', async () => {
  const url = `/v1/chains/31337/transactions/${safe.address}/preview`
  const call = { to: dave.address, value: '0', operation: 0, data: '0x1' }
  expect(await post(url, call)).toEqual({
    status: 422,
    body: '{"code":422,"message":"Data has two digits for each byte."}',
  })
})
