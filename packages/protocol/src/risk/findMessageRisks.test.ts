import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getSafeTransactionTypedData } from '../safeTransaction.js'
import { findMessageRisks } from './findMessageRisks.js'

const safe = '0x1111111111111111111111111111111111111111'
const token = '0x6666666666666666666666666666666666666666'
const spender = '0x5555555555555555555555555555555555555555'
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const seed = Number(process.env.FAST_CHECK_SEED ?? Date.now() % 2 ** 31)

const safeTransaction = getSafeTransactionTypedData(
  { chainId: 100, safe, version: '1.4.1' },
  {
    to: token,
    value: 5n,
    data: '0x',
    operation: 1,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: token,
    refundReceiver: token,
    nonce: 7n,
  },
)

const permit = {
  domain: { chainId: 1, verifyingContract: token },
  types: {},
  primaryType: 'Permit',
  message: { owner: safe, spender, value: '1000', nonce: 0, deadline: 9 },
}

const permitBatch = {
  domain: { chainId: 1, verifyingContract: permit2 },
  types: {},
  primaryType: 'PermitBatch',
  message: {
    details: [1, 2, 3, 4].map((amount) => ({ token, amount })),
    spender,
  },
}

test('names a transaction of another safe', () => {
  expect(findMessageRisks(safeTransaction)).toMatchInlineSnapshot(`
    [
      {
        "id": "message-safe-transaction",
        "sentence": "This message is a transaction of the safe 0x1111111111111111111111111111111111111111 on chain 100: nonce 7, a delegatecall of 0x6666666666666666666666666666666666666666 with value 5. Signing it confirms that transaction: review it there.",
        "severity": "danger",
      },
    ]
  `)
})

test('names a message of another safe', () => {
  const hash = `0x${'12'.repeat(32)}` as const
  const [finding] = findMessageRisks({
    domain: { chainId: 100, verifyingContract: safe },
    types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
    primaryType: 'SafeMessage',
    message: { message: hash },
  })
  expect(finding).toEqual({
    id: 'message-safe-message',
    severity: 'danger',
    sentence: `This message is one of the safe ${safe} on chain 100, with the content ${hash}. Signing it confirms that message, and what is behind a hash cannot be seen here: review it there.`,
  })
})

test('names permits with who may take how much', () => {
  const dai = { holder: safe, spender, allowed: true }
  const messages = [permit, { ...permit, message: dai }, permitBatch]
  const sentences = messages.flatMap(findMessageRisks)
  expect(sentences.map(({ sentence }) => sentence)).toMatchInlineSnapshot(`
    [
      "This message lets 0x5555555555555555555555555555555555555555 take up to 1000 units of the token 0x6666666666666666666666666666666666666666 on chain 1 from 0x1111111111111111111111111111111111111111, and anybody can put it to use. Sign only if you mean to grant that allowance.",
      "This message lets 0x5555555555555555555555555555555555555555 take all of the token 0x6666666666666666666666666666666666666666 on chain 1 from 0x1111111111111111111111111111111111111111, and anybody can put it to use. Sign only if you mean to grant that allowance.",
      "This message lets 0x5555555555555555555555555555555555555555 take up to 1 units of 0x6666666666666666666666666666666666666666, up to 2 units of 0x6666666666666666666666666666666666666666, up to 3 units of 0x6666666666666666666666666666666666666666, 1 more through the Permit2 contract 0x000000000022D473030F116dDEE9F6B43aC78BA3 on chain 1. Sign only if you mean to grant that allowance.",
    ]
  `)
})

test.each(['TransferWithAuthorization', 'ReceiveWithAuthorization'])(
  'names the transfer that %s makes',
  (primaryType) => {
    const message = { from: safe, to: spender, value: 1000n, nonce: '0x12' }
    const [finding] = findMessageRisks({ ...permit, primaryType, message })
    expect(finding).toEqual({
      id: 'message-transfer',
      severity: 'danger',
      sentence:
        'This message moves 1000 units of the token 0x6666666666666666666666666666666666666666 on chain 1 from 0x1111111111111111111111111111111111111111 to 0x5555555555555555555555555555555555555555 as soon as somebody submits it. Sign only if you mean to pay that.',
    })
  },
)

test('warns of typed data that is written out as text', () => {
  const [finding] = findMessageRisks(JSON.stringify(permit))
  expect(finding).toMatchObject({ id: 'message-permit', severity: 'warning' })
})

test('is silent about ordinary messages', () => {
  expect(findMessageRisks('Sign in to example.org')).toEqual([])
  expect(findMessageRisks('{ "primaryType": 1 }')).toEqual([])
  expect(findMessageRisks({ ...permit, primaryType: 'Mail' })).toEqual([])
  expect(findMessageRisks({ ...permit, primaryType: 'constructor' })).toEqual(
    [],
  )
})

test("never repeats an app's words", () => {
  fc.assert(
    fc.property(
      fc.constantFrom('SafeTx', 'Permit', 'PermitSingle', 'PermitBatch'),
      fc.dictionary(
        fc.constantFrom('spender', 'owner', 'details', 'to'),
        fc.anything(),
      ),
      (primaryType, message) => {
        const poisoned = { ...message, spender: 'nobody. All is well' }
        const content = { domain: poisoned, types: {}, primaryType }
        const [finding] = findMessageRisks({ ...content, message: poisoned })
        expect(finding?.sentence).not.toContain('All is well')
      },
    ),
    { seed },
  )
})

test('reads only the fields that are signed', () => {
  const declared = {
    domain: { chainId: 1, verifyingContract: token },
    types: {
      EIP712Domain: [{ name: 'verifyingContract', type: 'address' }],
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    message: { owner: safe, spender, value: 2n ** 255n, allowed: false },
  }
  const [finding] = findMessageRisks(declared)
  expect(finding?.sentence).toContain(
    `take an unlimited amount (${2n ** 255n}) of the token`,
  )
  expect(finding?.sentence).not.toContain('nothing')
  expect(finding?.sentence).not.toContain('on chain 1')
})

test('reads the grants that the type names, not others beside them', () => {
  const [finding] = findMessageRisks({
    domain: { verifyingContract: permit2 },
    types: {
      PermitTransferFrom: [
        { name: 'permitted', type: 'TokenPermissions' },
        { name: 'spender', type: 'address' },
      ],
      TokenPermissions: [
        { name: 'token', type: 'address' },
        { name: 'amount', type: 'uint256' },
      ],
    },
    primaryType: 'PermitTransferFrom',
    message: {
      permitted: { token, amount: 9n },
      details: [{ token: safe, amount: 0n }],
      spender,
    },
  })
  expect(finding?.sentence).toContain(`9 units of ${token}`)
})

test('reads messages that are nested without end', () => {
  const types = { Permit: [{ name: 'spender', type: 'Permit' }] }
  const depth = 12_000
  const text = `{"primaryType":"Permit","types":${JSON.stringify(types)},"message":${'{"spender":'.repeat(depth)}0${'}'.repeat(depth)}}`
  const message: Record<string, unknown> = {}
  message.spender = message
  const circle = { domain: {}, types, primaryType: 'Permit', message }
  for (const content of [text, circle])
    expect(findMessageRisks(content)).toHaveLength(1)
})
