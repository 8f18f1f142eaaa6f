import { expect, test } from 'vitest'
import { describeRecipient, findOnlyToken, type Payment } from './Recipients.js'

const safe = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const reserved = '0x0000000000000000000000000000000000000001'
const code = `0x${'11'.repeat(32)}` as const

test.each([
  [safe, undefined, 'This safe itself'],
  [owner, { codeHash: null, kind: undefined }, 'An owner of this safe'],
  [
    reserved,
    { codeHash: null, kind: undefined },
    'Reserved by the network: anything sent is lost',
  ],
  [other, undefined, 'Not read yet'],
  [
    other,
    { codeHash: null, kind: undefined },
    'An ordinary account, not a contract',
  ],
  [other, { codeHash: code, kind: undefined }, 'A contract'],
  [other, { codeHash: code, kind: 'safe' }, 'Another safe'],
] as const)('%s, of which the chain says %o', (to, facts, words) => {
  expect(describeRecipient(to, { safe, owners: [owner], facts })).toBe(words)
})

test('the contract of the only token is told once, of several each time', () => {
  const pay = (token: Payment['to'] | null): Payment => ({
    path: '1',
    to: other,
    what: { kind: 'amount', amount: { value: 1n, token, facts: undefined } },
  })
  expect(findOnlyToken([pay(safe), pay(null), pay(safe)])?.token).toBe(safe)
  expect(findOnlyToken([pay(safe), pay(owner)])).toBeUndefined()
  expect(findOnlyToken([pay(null)])).toBeUndefined()
})
