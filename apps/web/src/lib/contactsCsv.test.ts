import { expect, test } from 'vitest'
import { readContactsCsv, writeContactsCsv } from './contactsCsv.js'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('what is exported is imported again without loss', () => {
  const contacts = [
    { chainId: 1, address, name: 'Alice, "the first"' },
    { chainId: 1, address: other, name: '=HYPERLINK("x")' },
    { chainId: 100, address, name: '-5 % off' },
    { chainId: 100, address: other, name: "'quoted'" },
    { chainId: 31337, address, name: '木 🌲' },
  ] as const
  const text = writeContactsCsv(contacts)
  expect(text).toMatch(/^address,name,chainId\r\n/)
  expect(readContactsCsv(text)).toEqual({ contacts, errors: [] })
})

test('no cell is run by a spreadsheet', () => {
  const names = ['=1', '+1', '-1', '@a', '\t=1']
  const text = writeContactsCsv(
    names.map((name) => ({ chainId: 1, address, name })),
  )
  for (const line of text.trim().split('\r\n').slice(1))
    expect(line.split(',')[1]).toMatch(/^"?'/)
})

test('errors name the row, and the other rows are read', () => {
  const { contacts, errors } = readContactsCsv(
    [
      'address,name,chainId',
      `${address},Alice,1`,
      '0x12,Bob,1',
      `${address.replace('F', 'f')},Carol,1`,
      `${other},,1`,
      '',
      `${other},Dave,mainnet`,
      `eth:${other.toLowerCase()},Erin,1`,
    ].join('\n'),
  )
  expect(contacts.map(({ name }) => name)).toEqual(['Alice', 'Erin'])
  expect(errors.map(({ row }) => row)).toEqual([3, 4, 5, 7])
  expect(errors[1]?.reason).toContain('capital letters')
  expect(errors[2]?.reason).toBe('The name is missing.')
  expect(errors[3]?.reason).toContain('"mainnet"')
})

test('a file without the header is refused as a whole', () => {
  expect(readContactsCsv(`${address},Alice,1`)).toEqual({
    contacts: [],
    errors: [
      { row: 1, reason: 'The first row must be "address,name,chainId".' },
    ],
  })
})

test('columns may stand in another order', () => {
  const { contacts } = readContactsCsv(
    `chainId,name,address\n1,Alice,${address}`,
  )
  expect(contacts).toEqual([{ chainId: 1, address, name: 'Alice' }])
})
