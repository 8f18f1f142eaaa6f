// @vitest-environment node
import { demoAccounts } from '@covault/devnet'
import { type Address, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import type { AllowanceBook } from '../../trust/assets/allowances.js'
import { writeAddress } from '../machine/pinnedAddress.js'
import { checkLimit, type LimitFacts, largestLimit } from './checkLimit.js'
import type { LimitInput } from './limitInput.js'
import { checkSpending, type SpendFacts } from './spending.js'

const { alice, beneficiary, supplier } = demoAccounts
const safe = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const module = '0xCFbFaC74C26F8647cBDb8c5caf80BB5b32E43134'
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const limit = {
  module,
  delegate: beneficiary.address,
  token,
  amount: 500n,
  spent: 120n,
  resetMinutes: 10_080,
  lastResetMinute: 0,
  nonce: 2,
} as const
const book: AllowanceBook = {
  module,
  version: '0.1.0',
  isStandIn: true,
  isEnabled: true,
  delegates: [beneficiary.address],
  allowances: [limit],
}

test('a limit that fits has no mistake', () => {
  expect(check({ amount: '79228162514264337593543.950335' })).toEqual({
    mistakes: {},
    value: largestLimit,
  })
})

test('one unit more than 96 bits is refused, and so is nothing', () => {
  expect(
    check({ amount: '79228162514264337593543.950336' }).mistakes.amount,
  ).toMatch(/^The module supports at most 79228162514264337593543\.95/)
  expect(check({ amount: '' }).mistakes.amount).toBe('Enter an amount.')
  expect(check({ amount: '0' }).mistakes.amount).toMatch(/more than 0/)
  expect(check({ amount: '1.0000001' }).mistakes.amount).toMatch(/6 decimals/)
})

test('a limit that is there already is no change', () => {
  expect(check({ amount: '0.0005', period: 'week' }).mistakes.amount).toBe(
    'The limit already has this value.',
  )
  expect(check({ amount: '0.0005', period: 'day' }).mistakes).toEqual({})
})

test('nobody, the safe and whom the module cannot tell apart are refused', () => {
  const of = (address: Address | undefined) =>
    check({ amount: '1' }, { beneficiary: reading(address) }).mistakes
      .beneficiary
  expect(of(undefined)).toBe('Enter a spender.')
  expect(of(zeroAddress)).toMatch(/zero address/)
  expect(of(safe)).toMatch(/the safe itself/)
  const twin = `0x${'1'.repeat(28)}${beneficiary.address.slice(-12)}` as Address
  expect(of(twin)).toMatch(/can’t tell this address from/)
  expect(of(`0x${'1'.repeat(28)}${'0'.repeat(12)}`)).toMatch(/twelve zeros/)
  expect(of(alice.address)).toBeUndefined()
})

test('a token that does not answer is none', () => {
  expect(check({ amount: '1' }, { token: undefined }).mistakes.token).toBe(
    'This contract isn’t a token.',
  )
})

test('spending ends at what is left and at what the safe has', () => {
  const spend = (amount: string, facts: Partial<SpendFacts> = {}) =>
    checkSpending(amount, {
      safe,
      recipient: reading(supplier.address),
      limit,
      token: { symbol: 'DUSD', decimals: 0 },
      balance: 1000n,
      ...facts,
    })
  expect(spend('380')).toEqual({ mistakes: {}, value: 380n })
  expect(spend('381').mistakes.amount).toBe(
    'Only 380 DUSD of the limit is left.',
  )
  expect(spend('300', { balance: 299n }).mistakes.amount).toBe(
    'The safe has only 299 DUSD.',
  )
  expect(spend('1', { limit: { ...limit, spent: 600n } }).mistakes.amount).toBe(
    'Only 0 DUSD of the limit is left.',
  )
  expect(spend('1', { recipient: reading(safe) }).mistakes.recipient).toMatch(
    /the safe itself/,
  )
})

function reading(address: Address | undefined) {
  return { address, error: undefined, isPending: false }
}

function check(
  input: Partial<LimitInput>,
  facts: Partial<LimitFacts> = {},
): ReturnType<typeof checkLimit> {
  return checkLimit(
    {
      beneficiary: writeAddress(beneficiary.address),
      token,
      amount: '',
      period: 'once',
      ...input,
    },
    {
      safe,
      beneficiary: reading(beneficiary.address),
      token: { symbol: 'DUSD', decimals: 6 },
      isReading: false,
      book,
      ...facts,
    },
  )
}
