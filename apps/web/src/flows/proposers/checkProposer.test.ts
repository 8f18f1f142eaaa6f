// @vitest-environment node
import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { checkProposer } from './checkProposer.js'

const safe = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const stranger = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

const facts = {
  safe,
  owners: [owner, other],
  account: owner,
  delegates: [],
} as const

function check(address: `0x${string}` | undefined, given = {}) {
  const reading = { address, error: undefined, isPending: false, ...given }
  return checkProposer({ reading, label: 'Payroll' }, facts)
}

test('takes an account that is nothing to the safe yet', () => {
  expect(check(stranger)).toEqual({ address: undefined, label: undefined })
})

test.each([
  ['nothing was entered', undefined, 'Enter the address of the proposer.'],
  ['nobody has the key', zeroAddress, 'The zero address can’t be a proposer.'],
  ['it is the safe', safe, 'This is the safe itself.'],
  ['it is an owner', other, 'This is an owner. Owners can already propose.'],
] as const)('says that %s', (_, address, words) => {
  expect(check(address).address).toBe(words)
})

test('waits for a name that the chain is asked for, and tells its error', () => {
  expect(check(undefined, { isPending: true }).address).toMatch(/Looking up/)
  expect(check(undefined, { error: 'No such name' }).address).toBe(
    'No such name',
  )
})

test('refuses a second time by the same owner, not by another one', () => {
  const reading = {
    address: stranger,
    error: undefined,
    isPending: false,
  } as const
  const known = (delegator: typeof owner | typeof other) =>
    checkProposer(
      { reading, label: 'Payroll' },
      { ...facts, delegates: [{ delegate: stranger, delegator }] },
    ).address
  expect(known(owner)).toMatch(/already/)
  expect(known(other)).toBeUndefined()
})

test('asks for a name that the gateway keeps whole', () => {
  const reading = {
    address: stranger,
    error: undefined,
    isPending: false,
  } as const
  const label = (text: string) =>
    checkProposer({ reading, label: text }, facts).label
  expect(label('  ')).toBe('Enter a name that the other owners recognise.')
  expect(label('🦊'.repeat(25))).toBeUndefined()
  expect(label('🦊'.repeat(26))).toBe(
    'The name can have at most 50 characters.',
  )
  expect(label('x'.repeat(51))).toBe('The name can have at most 50 characters.')
})
