// @vitest-environment node
import fc from 'fast-check'
import { type Address, formatUnits, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { readAddressText } from '../../lib/readAddressText.js'
import {
  checkPayments,
  findRest,
  type ReadPayment,
  type SendableToken,
  type SendFacts,
  sumPayments,
} from './checkPayments.js'

const safe = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const dollar = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

const facts = createFacts([
  token({
    token: zeroAddress,
    symbol: 'ETH',
    decimals: 18,
    balance: 10n ** 18n,
  }),
  token({ token: dollar, symbol: 'DUSD', decimals: 6, balance: 5_000_000n }),
])

test('finds nothing wrong with a payment of all there is', () => {
  expect(checkPayments([pay({ token: dollar, amount: '5' })], facts)).toEqual([
    {
      mistakes: {},
      warnings: [],
      token: facts.tokens.get(dollar),
      value: 5_000_000n,
    },
  ])
})

test('a row says what is missing in it', () => {
  expect(mistakesOf(pay({ recipient: ' ', amount: '' }))).toEqual({
    recipient: 'Enter a recipient.',
    amount: 'Enter an amount.',
  })
})

test('an amount is refused for what is wrong with its text', () => {
  expect(mistakesOf(pay({ amount: '0' }))).toEqual({
    amount: 'The amount must be more than 0.',
  })
  expect(mistakesOf(pay({ token: dollar, amount: '0.0000001' }))).toEqual({
    amount: 'DUSD has 6 decimals, but this amount has 7.',
  })
})

test('a wrong checksum is refused', () => {
  const broken = alice.replace('f39F', 'F39f')
  expect(mistakesOf(pay({ recipient: broken })).recipient).toMatch(
    /capital letters .* do not match/,
  )
})

test('an address of another network is refused', () => {
  expect(mistakesOf(pay({ recipient: `eth:${alice}` })).recipient).toBe(
    'This address is for the network “eth”, but this safe is on “local1”.',
  )
})

test('a name that has no answer yet is waited for', () => {
  expect(mistakesOf(pay({ recipient: 'supplier.eth' })).recipient).toBe(
    'Looking up this name…',
  )
})

test('nothing is sent to nobody', () => {
  expect(mistakesOf(pay({ recipient: zeroAddress })).recipient).toBe(
    'This is the zero address. Anything sent there is lost.',
  )
})

test('the zero address is a mistake, and no token’s contract', () => {
  expect(checkOne(pay({ recipient: zeroAddress }))?.warnings).toEqual([])
})

test('sending to the safe itself is warned of, not refused', () => {
  expect(checkOne(pay({ recipient: safe }))).toMatchObject({
    mistakes: {},
    warnings: ['This is the safe itself.'],
  })
})

test('sending a token to its own contract is warned of', () => {
  const payment = pay({ recipient: dollar, token: dollar })
  expect(checkOne(payment)).toMatchObject({
    mistakes: {},
    warnings: [
      'This is the DUSD contract. Tokens sent there are usually lost.',
    ],
  })
})

test('a row that repeats another names it', () => {
  const rows = [
    pay({}),
    pay({ recipient: bob }),
    pay({ token: dollar }),
    pay({}),
  ]
  expect(
    checkPayments(
      rows.map((row) => ({ ...row, amount: '0.1' })),
      facts,
    ).map(({ warnings }) => warnings),
  ).toEqual([[], [], [], ['Row 1 also sends ETH to this recipient.']])
})

test('a token the safe does not hold is refused', () => {
  expect(mistakesOf(pay({ token: bob })).token).toBe(
    `The safe holds no token with the address ${bob}.`,
  )
})

test('a token is named by its address alone', () => {
  expect(mistakesOf(pay({ token: 'DUSD' })).token).toBe(
    '“DUSD” isn’t a token address.',
  )
  expect(
    mistakesOf(pay({ token: dollar.replace('5Fb', '5fb') })).token,
  ).toMatch(/capital letters .* do not match/)
})

test('a token is waited for while the chain is asked', () => {
  const [checked] = checkPayments([pay({ token: bob })], {
    ...facts,
    isReading: true,
  })
  expect(checked?.mistakes.token).toBe('Reading balance…')
})

test('one payment of more than the balance is refused', () => {
  expect(mistakesOf(pay({ token: dollar, amount: '5.000001' }))).toEqual({
    amount: 'The safe has only 5 DUSD.',
  })
})

test('the row with which the sum passes the balance says so', () => {
  const rows = ['3', '1.5', '0.500001', '4'].map((amount) =>
    pay({ token: dollar, amount }),
  )
  const checked = checkPayments([...rows, pay({ amount: '1' })], facts)
  expect(checked.map(({ mistakes }) => mistakes.amount)).toEqual([
    undefined,
    undefined,
    'Up to this row you send 5.000001 DUSD, but the safe has only 5 DUSD.',
    undefined,
    undefined,
  ])
  expect(sumPayments(checked)).toMatchObject([
    { token: { symbol: 'DUSD' }, sent: 9_000_001n, rest: -4_000_001n },
    { token: { symbol: 'ETH' }, sent: 10n ** 18n, rest: 0n },
  ])
})

const tokenOfAnyKind = fc
  .record({
    decimals: fc.integer({ min: 0, max: 24 }),
    balance: fc.bigInt({ min: 1n, max: 2n ** 128n }),
  })
  .map(({ decimals, balance }) =>
    token({ token: dollar, symbol: 'T', decimals, balance }),
  )

test('rows pass exactly if their sum is not more than the balance', () => {
  fc.assert(
    fc.property(
      tokenOfAnyKind,
      fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1 }),
      fc.constantFrom(-1n, 0n, 1n),
      ({ decimals }, parts, difference) => {
        const values = parts.map(BigInt)
        const sum = values.reduce((one, other) => one + other)
        const balance = sum + difference
        const held = token({ token: dollar, symbol: 'T', decimals, balance })
        const checked = checkPayments(
          values.map((value) =>
            pay({ token: dollar, amount: formatUnits(value, decimals) }),
          ),
          createFacts([held]),
        )
        const wrong = checked.filter(({ mistakes }) => mistakes.amount)
        expect(wrong).toHaveLength(difference < 0n ? 1 : 0)
        expect(sumPayments(checked)[0]?.rest).toBe(difference)
      },
    ),
  )
})

test('Max leaves exactly nothing, whatever the other rows take', () => {
  fc.assert(
    fc.property(
      tokenOfAnyKind,
      fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 5 }),
      fc.nat({ max: 5 }),
      (held, shares, at) => {
        const { balance, decimals } = held
        const count = BigInt(shares.length + 1)
        const others = shares
          .map((share) => (balance * BigInt(share)) / (100n * count))
          .filter((value) => value > 0n)
          .map((value) => formatUnits(value, decimals))
        const index = Math.min(at, others.length)
        const write = (amount: string) =>
          checkPayments(
            others
              .toSpliced(index, 0, amount)
              .map((text) => pay({ token: dollar, amount: text })),
            createFacts([held]),
          )
        const rest = findRest(write(''), index) ?? 0n
        const checked = write(formatUnits(rest, decimals))
        expect(
          checked.flatMap(({ mistakes }) => Object.keys(mistakes)),
        ).toEqual([])
        expect(sumPayments(checked)[0]).toMatchObject({
          sent: balance,
          rest: 0n,
        })
        // Pressing it again changes nothing.
        expect(findRest(checked, index)).toBe(rest)
      },
    ),
  )
})

function token(known: Omit<SendableToken, 'name'>): SendableToken {
  return { name: '', ...known }
}

function createFacts(tokens: readonly SendableToken[]): SendFacts {
  return {
    safe,
    tokens: new Map(tokens.map((one) => [one.token, one])),
    isReading: false,
  }
}

function pay({
  recipient = alice,
  token: named = zeroAddress,
  amount = '1',
}: {
  recipient?: string
  token?: string
  amount?: string
}): ReadPayment {
  const read = readAddressText(recipient, { shortName: 'local1' })
  const address: Address | undefined =
    read.status === 'address' ? read.address : undefined
  const error = read.status === 'refused' ? read.reason : undefined
  return { recipient, to: { address, error }, token: named, amount }
}

function checkOne(payment: ReadPayment) {
  return checkPayments([payment], facts)[0]
}

function mistakesOf(payment: ReadPayment) {
  return checkOne(payment)?.mistakes ?? {}
}
