import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getSafeTransactionTypedData } from '../safeTransaction.js'
import { formatWords } from '../tell/formatTelling.js'
import {
  findMessageRisks,
  listMessageTokens,
  type MessageFacts,
} from './findMessageRisks.js'

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
        "consequence": [
          "This signature will count for a transaction of the safe ",
          {
            "party": "0x1111111111111111111111111111111111111111",
          },
        ],
        "id": "message-safe-transaction",
        "many": {
          "one": "message that is a transaction",
          "other": "messages that are transactions",
        },
        "sentence": "This message is a transaction of the safe 0x1111111111111111111111111111111111111111 on Gnosis (chain ID 100): nonce 7, a delegatecall to 0x6666666666666666666666666666666666666666 with value 5. Signing it signs that transaction: review the transaction in that safe.",
        "severity": "danger",
        "title": "Message is a transaction",
        "words": [
          "This message is a transaction of the safe ",
          {
            "party": "0x1111111111111111111111111111111111111111",
          },
          " on Gnosis (chain ID 100): nonce 7, a delegatecall to ",
          {
            "party": "0x6666666666666666666666666666666666666666",
          },
          " with value 5. Signing it signs that transaction: review the transaction in that safe.",
        ],
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
  expect(finding).toMatchObject({
    id: 'message-safe-message',
    severity: 'danger',
    sentence: `This is a message of the safe ${safe} on Gnosis (chain ID 100), shown here only as the hash ${hash}. Signing it signs that message: review its content in that safe.`,
  })
})

test('names permits with who may take how much', () => {
  const dai = { holder: safe, spender, allowed: true }
  const messages = [permit, { ...permit, message: dai }, permitBatch]
  const sentences = messages.map((one) => findMessageRisks(one)[0]?.sentence)
  expect(sentences).toMatchInlineSnapshot(`
    [
      "This message lets 0x5555555555555555555555555555555555555555 take up to 1,000 smallest units of the token at address 0x6666666666666666666666666666666666666666 on Ethereum (chain ID 1) from 0x1111111111111111111111111111111111111111, and anyone can submit this message. How many decimal places this token has is not known, so the amount is shown as a raw number. Sign only if you want to grant this allowance.",
      "This message lets 0x5555555555555555555555555555555555555555 take an unlimited amount of the token at address 0x6666666666666666666666666666666666666666 on Ethereum (chain ID 1) from 0x1111111111111111111111111111111111111111, and anyone can submit this message. Sign only if you want to grant this allowance.",
      "This message lets 0x5555555555555555555555555555555555555555 take up to 1 smallest unit of the token at address 0x6666666666666666666666666666666666666666, up to 2 smallest units of the token at address 0x6666666666666666666666666666666666666666, up to 3 smallest units of the token at address 0x6666666666666666666666666666666666666666, and 1 more through the Permit2 contract 0x000000000022D473030F116dDEE9F6B43aC78BA3 on Ethereum (chain ID 1). How many decimal places this token has is not known, so the amount is shown as a raw number. Sign only if you want to grant this allowance.",
    ]
  `)
})

test.each([
  ['EIP-2612', { owner: safe, spender, value: 0n }],
  ['DAI', { holder: safe, spender, allowed: false }],
])('says that a permit of %s revokes an allowance', (_, message) => {
  const [finding] = findMessageRisks({ ...permit, message })
  expect(finding).toMatchObject({
    headline: [
      { party: spender },
      ' can no longer take any ',
      'the token at address ',
      { party: token },
    ],
    sentence:
      'This message revokes the allowance of 0x5555555555555555555555555555555555555555 for the token at address 0x6666666666666666666666666666666666666666 on Ethereum (chain ID 1) of 0x1111111111111111111111111111111111111111, and anyone can submit this message. Sign only if you want to revoke this allowance.',
  })
})

test('does not call a permit a revocation that names an amount as well', () => {
  const message = { owner: safe, spender, value: 5n, allowed: false }
  const [finding] = findMessageRisks({ ...permit, message })
  expect(finding?.sentence).toContain(
    'take up to 5 smallest units of the token at address',
  )
})

test('says whose permit or transfer it is, where that is not the safe', () => {
  const transfer = { from: spender, to: safe, value: 1000n, nonce: '0x12' }
  const tell = (content: Parameters<typeof findMessageRisks>[0]) =>
    findMessageRisks(content, { safe })[0]?.sentence
  const other = { ...permit.message, owner: spender }
  expect(tell({ ...permit, message: other })).toContain(
    `This permit is for tokens of ${spender}, not of this safe. A signature of this safe should have no effect. Ask who requested it, and what for.`,
  )
  expect(findMessageRisks({ ...permit, message: other }, { safe })).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        id: 'message-permit',
        severity: 'danger',
        consequence: [
          'this permit is for tokens of ',
          { party: spender },
          ', not of this safe',
        ],
      }),
    ]),
  )
  const primaryType = 'TransferWithAuthorization'
  expect(tell({ ...permit, primaryType, message: transfer })).toContain(
    `This transfer is from ${spender}, not from this safe. `,
  )
  expect(tell(permit)).not.toContain('should have no effect')
})

test.each(['TransferWithAuthorization', 'ReceiveWithAuthorization'])(
  'names the transfer that %s makes',
  (primaryType) => {
    const message = { from: safe, to: spender, value: 1000n, nonce: '0x12' }
    const [finding] = findMessageRisks({ ...permit, primaryType, message })
    expect(finding).toMatchObject({
      id: 'message-transfer',
      severity: 'danger',
      sentence:
        'This message moves 1,000 smallest units of the token at address 0x6666666666666666666666666666666666666666 on Ethereum (chain ID 1) from 0x1111111111111111111111111111111111111111 to 0x5555555555555555555555555555555555555555 as soon as anyone submits it. How many decimal places this token has is not known, so the amount is shown as a raw number. Sign only if you want to make this payment.',
      consequence: [
        '1,000 smallest units of ',
        'the token at address ',
        { party: token },
        ' will move to ',
        { party: spender },
      ],
    })
  },
)

test('asks for a tick where the spender of a permit is not known', () => {
  const levels = (message: object, facts: MessageFacts) =>
    findMessageRisks(
      { ...permit, message: { ...permit.message, ...message } },
      facts,
    )
      .filter(({ id }) => id === 'message-permit')
      .map(({ severity }) => severity)
  const contact = (address: typeof spender | typeof safe): MessageFacts => ({
    known: [{ address, kind: 'contact' }],
  })
  const known = contact(spender)
  expect(levels({}, {})).toEqual(['danger'])
  expect(levels({}, contact(safe))).toEqual(['danger'])
  expect(
    levels({}, { known: [{ address: spender, kind: 'counterparty' }] }),
  ).toEqual(['danger'])
  expect(levels({}, known)).toEqual(['warning'])
  expect(levels({ value: 2n ** 256n - 1n }, known)).toEqual(['danger'])
})

test('says who will be able to take how much', () => {
  const [finding] = findMessageRisks(permit)
  expect(finding?.consequence).toEqual([
    { party: spender },
    ' will be able to take ',
    'up to ',
    '1,000 smallest units of ',
    'the token at address ',
    { party: token },
  ])
})

const tokens = { [token]: { symbol: 'USDC', decimals: 6 } }

test('tells the amount of a permit with the symbol and decimals of its token', () => {
  const message = { ...permit.message, value: 10_000_000_000n }
  const facts = { chainId: 1, tokens }
  const [found] = findMessageRisks({ ...permit, message }, facts)
  const options = {
    formatAddress: (one: string) => (one === spender ? 'Vendor' : one),
  }
  expect(formatWords(found?.headline ?? [], options)).toBe(
    'Vendor can take up to 10000 USDC',
  )
  expect(formatWords(found?.words ?? [], options)).toContain(
    `lets Vendor take up to 10000 USDC (token ${token}) on Ethereum (chain ID 1)`,
  )
  expect(found?.sentence).toContain(`lets ${spender} take up to 10,000 USDC`)
})

test('takes no token for one of the same address on another network', () => {
  const [found] = findMessageRisks(permit, { chainId: 5, tokens })
  expect(found?.sentence).toContain(
    `up to 1,000 smallest units of the token at address ${token}`,
  )
})

test('lists the tokens that the chain is to be asked about', () => {
  expect(listMessageTokens(permit)).toEqual([token])
  expect(listMessageTokens(permitBatch)).toEqual([token])
  expect(listMessageTokens(safeTransaction)).toEqual([])
  expect(listMessageTokens({ ...permit, primaryType: 'Mail' })).toEqual([])
  expect(listMessageTokens('a text')).toEqual([])
})

const contact = '0x5555000000000000000000000000000000005555'
const imitated: MessageFacts = {
  known: [{ address: contact, kind: 'contact' }],
}

test.each([
  ['the spender of a permit', permit],
  ['the spender of a permit of Permit2', permitBatch],
  [
    'the recipient of a transfer',
    {
      ...permit,
      primaryType: 'TransferWithAuthorization',
      message: { from: safe, to: spender, value: 1n },
    },
  ],
])('names the contact that %s imitates', (_, content) => {
  const found = findMessageRisks(content, imitated)
  expect(found.find(({ id }) => id === 'message-look-alike')).toMatchObject({
    severity: 'danger',
    lookAlike: {
      address: spender,
      known: contact,
      kind: 'contact',
      leading: 4,
      trailing: 4,
    },
    consequence: [
      { party: spender },
      ', which only looks like your contact ',
      { party: contact },
      ', will get what this message gives',
    ],
  })
})

test('looks for no imitation where nothing is given or the address is known', () => {
  const ids = (content: typeof permit, facts: MessageFacts) =>
    findMessageRisks(content, facts).map(({ id }) => id)
  const revocation = { ...permit, message: { ...permit.message, value: '0' } }
  expect(ids(revocation, imitated)).not.toContain('message-look-alike')
  const both: MessageFacts = {
    known: [
      { address: contact, kind: 'contact' },
      { address: spender, kind: 'owner' },
    ],
  }
  expect(ids(permit, both)).not.toContain('message-look-alike')
})

test.each([
  ['in a week', { deadline: 7 * 86_400 }, undefined],
  ['in 30 days', { deadline: 30 * 86_400 }, undefined],
  ['in 90 days', { deadline: 90 * 86_400 }, /expires in 90 days/],
  ['in a million days', { deadline: 10 ** 6 * 86_400 }, /never expires/],
  ['never', { deadline: undefined }, /never expires/],
  ['at 0, as DAI means never', { deadline: undefined, expiry: 0 }, /never/],
  [
    'with its last allowance of Permit2',
    { details: [{ expiration: 86_400 }, { expiration: 90 * 86_400 }] },
    /expires in 90 days/,
  ],
])('a permit that expires %s', (_, message, words) => {
  const content = { ...permit, message: { ...permit.message, ...message } }
  const found = findMessageRisks(content, { now: 0 })
    .filter(({ id }) => id === 'message-permit-expiry')
    .map(({ severity, sentence }) => `${severity}: ${sentence}`)
  expect(found).toEqual(words ? [expect.stringMatching(words)] : [])
  for (const one of found) expect(one).toMatch(/^warning: /)
})

test('warns of typed data that is for another network', () => {
  const found = (facts: MessageFacts) =>
    findMessageRisks({ ...permit, primaryType: 'Mail' }, facts)
  expect(found({ chainId: 1 })).toEqual([])
  expect(found({})).toEqual([])
  expect(found({ chainId: 5 })).toMatchObject([
    {
      id: 'message-other-chain',
      severity: 'warning',
      sentence:
        'This message is for Ethereum (chain ID 1), but this safe is on chain ID 5. Check that the app is connected to the right network.',
    },
  ])
})

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
    'take an unlimited amount of the token at address',
  )
  expect(finding?.sentence).not.toContain('revokes')
  expect(finding?.sentence).not.toContain('chain ID 1')
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
  expect(finding?.sentence).toContain(
    `9 smallest units of the token at address ${token}`,
  )
})

test('reads many values of a long type in one pass', () => {
  const details = Array.from({ length: 60_000 }, () => ({}))
  const long = Array.from({ length: 12_000 }, (_, at) => ({
    name: `f${at}`,
    type: 'bool',
  }))
  const types = { Permit: [{ name: 'details', type: 'Long[]' }], Long: long }
  const content = { domain: {}, types, primaryType: 'Permit' }
  expect(findMessageRisks({ ...content, message: { details } })[0]?.id).toBe(
    'message-permit',
  )
})

test('takes of a domain without a type what is hashed', () => {
  const found = (domain: Record<string, unknown>) =>
    findMessageRisks(
      { ...permit, primaryType: 'Mail', domain },
      { chainId: 5 },
    ).map(({ id }) => id)
  expect(found({ chainId: '0x5' })).toEqual([])
  expect(found({ chainId: '1' })).toEqual(['message-other-chain'])
  expect(found({ chainId: null })).toEqual([])
})

test('reads messages that are nested without end', () => {
  const types = { Permit: [{ name: 'spender', type: 'Permit' }] }
  const depth = 12_000
  const text = `{"primaryType":"Permit","types":${JSON.stringify(types)},"message":${'{"spender":'.repeat(depth)}0${'}'.repeat(depth)}}`
  const message: Record<string, unknown> = {}
  message.spender = message
  const circle = { domain: {}, types, primaryType: 'Permit', message }
  for (const content of [text, circle])
    expect(findMessageRisks(content)[0]?.id).toBe('message-permit')
})
