import { expect, test } from 'vitest'
import { readAddressText } from './readAddressText.js'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const read = (text: string) => readAddressText(text, { shortName: 'eth' })
const accepted = { status: 'address', address, extracted: false }

test.each([
  [address, 'right'],
  [`  ${address}\n`, 'right'],
  [`eth:${address}`, 'right'],
  [address.toLowerCase(), 'absent'],
  [`eth:${address.toLowerCase()}`, 'absent'],
])('takes %s', (text, checksum) => {
  expect(read(text)).toEqual({ ...accepted, checksum })
})

test.each([
  `https://etherscan.io/address/${address}#code`,
  `please send it to ${address}, thank you`,
  `https://app.example/home?safe=eth:${address}`,
])('finds the one address in %s', (text) => {
  expect(read(text)).toEqual({
    ...accepted,
    checksum: 'right',
    extracted: true,
  })
})

test.each([
  [address.replace('F', 'f'), 'capital letters'],
  [`see ${address.replace('F', 'f')} there`, 'capital letters'],
  [`gno:${address}`, 'for the network “gno”'],
  [`https://app.example/?safe=gno:${address}`, 'for the network “gno”'],
  [`${address} or 0x${'1'.repeat(40)}`, '2 addresses'],
  ['0x1234', '40 digits after 0x, but this one has 4'],
  [`0x${'a'.repeat(64)}`, '64 digits'],
  ['hello there', 'Enter an address'],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'an address of Bitcoin'],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'checksum does not match'],
  ['bc1QW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'not both'],
])('refuses %s and says why', (text, reason) => {
  expect(read(text)).toMatchObject({
    status: 'refused',
    reason: expect.stringContaining(reason),
  })
})

test('a name is asked for elsewhere', () => {
  expect(read('alice.eth')).toEqual({ status: 'name', name: 'alice.eth' })
  expect(read('')).toEqual({ status: 'empty' })
})
