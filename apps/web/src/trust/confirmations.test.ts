// @vitest-environment node
import { demoAccounts } from '@covault/devnet'
import { buildSignatures } from '@covault/protocol'
import { HttpRequestError, keccak256, RpcRequestError } from 'viem'
import { expect, test } from 'vitest'
import type { ChainClient } from './chainClient.js'
import { checkConfirmations } from './confirmations.js'

const { alice, bob, carol } = demoAccounts
// Contracts are shown what has the hash.
const preimage = '0x1234'
const hash = keccak256(preimage)
const signed = {
  safe: '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829',
  version: '1.4.1',
  hash,
  preimage,
  owners: [alice.address, bob.address],
} as const

const url = 'http://node.example'

/** What nodes answer, in the words of the library. */
const answer = (code: number, message: string) =>
  new RpcRequestError({ body: {}, error: { code, message }, url })

function createNode(error: Error) {
  const asked: string[] = []
  const client = {
    request: async ({ params }: { params: [{ to: string }] }) => {
      asked.push(params[0].to)
      throw error
    },
  } as unknown as ChainClient
  return { client, asked }
}

async function claimBoth(contract = bob.address) {
  return [
    { signer: alice.address, signature: await alice.sign({ hash }) },
    {
      signer: contract,
      signature: buildSignatures([
        { kind: 'contract', signer: contract, data: '0x1234' },
      ]),
    },
  ]
}

test.each([
  ['refuses', answer(3, 'execution reverted')],
  ['runs out of gas', answer(-32_000, 'out of gas')],
  ['reverts without a reason', answer(-32_015, 'VM execution error.')],
])('a contract that %s has not signed', async (_, error) => {
  const found = await checkConfirmations(createNode(error).client, {
    ...{ signed, claims: await claimBoth() },
  })
  expect(found.map(({ status }) => status)).toEqual(['verified', 'invalid'])
})

test.each([
  ['is silent', new HttpRequestError({ url, status: 504 })],
  ['has a failure of its own', answer(-32_603, 'Internal error')],
  ['lacks the block', answer(-32_000, 'header not found')],
])('where the node %s only what it was asked stays open', async (_, cause) => {
  const found = await checkConfirmations(createNode(cause).client, {
    ...{ signed, claims: await claimBoth() },
  })
  expect(found).toMatchObject([
    { status: 'verified' },
    { status: 'unchecked', cause },
  ])
})

test('a signature by somebody else says whose it is', async () => {
  const by = async (account: typeof carol) => {
    const claim = {
      signer: bob.address,
      signature: await account.sign({ hash }),
    }
    const client = createNode(new Error('Nobody asks.')).client
    const [one] = await checkConfirmations(client, { signed, claims: [claim] })
    return one?.status === 'invalid' ? one.reason : undefined
  }
  expect(await by(carol)).toBe(
    `The signature gives another address, ${carol.address}, which is not an owner.`,
  )
  expect(await by(alice)).toBe(
    `The signature gives another owner, ${alice.address}.`,
  )
})

test('the contract of somebody who is no owner is not asked', async () => {
  const { client, asked } = createNode(answer(3, 'execution reverted'))
  const claims = await claimBoth(carol.address)
  const found = await checkConfirmations(client, { signed, claims })
  expect(found).toMatchObject([{ status: 'verified' }, { status: 'unchecked' }])
  expect(asked).toEqual([])
  // What was executed may be signed by a former owner.
  const executed = { ...signed, executor: alice.address }
  await checkConfirmations(client, { signed: executed, claims })
  expect(asked).toEqual([carol.address])
})

test('what this browser keeps and no longer counts hides nothing that does', async () => {
  // The contract refuses its own signature, and its approval is on chain.
  const client = {
    request: async ({ params: [{ data }] }: { params: [{ data: string }] }) => {
      if (!data.startsWith('0x7d832974')) throw answer(3, 'execution reverted')
      return `0x${'1'.padStart(64, '0')}`
    },
  } as unknown as ChainClient
  const [key, contract] = await claimBoth()
  if (!key || !contract) throw new Error('Nobody signed.')
  const kept = { ...contract, isKept: true }
  const leftOut = { signature: contract.signature, reason: expect.any(String) }
  expect(
    await checkConfirmations(client, { signed, claims: [key, kept] }),
  ).toMatchObject([{ status: 'verified' }, { status: 'leftOut', leftOut }])
  const approval = { signer: bob.address, signature: null }
  const ask = (claim: typeof kept & { told: typeof approval }) =>
    checkConfirmations(client, { signed, claims: [claim] })
  expect(await ask({ ...kept, told: approval })).toMatchObject([
    { ...approval, status: 'verified', leftOut },
  ])
  // What the gateway says is judged as ever.
  const lie = { ...approval, signature: key.signature }
  const [judged] = await checkConfirmations(client, {
    signed,
    claims: [{ ...kept, told: lie }],
  })
  expect(judged).toMatchObject({ status: 'invalid', signature: key.signature })
  const valid = { ...approval, isKept: true, told: contract }
  const [own] = await checkConfirmations(client, { signed, claims: [valid] })
  expect(own).toMatchObject({ status: 'verified', signature: null })
  expect(own?.leftOut).toBeUndefined()
})
