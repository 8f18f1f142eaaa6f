// @vitest-environment node
import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { addPayments, mostPayments } from './input.js'
import {
  isPaymentList,
  ListTooLargeError,
  readListFile,
  readPaymentList,
  readSoundList,
} from './paymentList.js'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const dollar = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const garden = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'

const header = 'token_address,receiver,amount'
const rows = [`${dollar},${alice},1.5`, `,${bob},2`, `${zeroAddress},${bob},3`]
const payments = [
  { token: dollar, recipient: alice, amount: '1.5' },
  { token: zeroAddress, recipient: bob, amount: '2' },
  { token: zeroAddress, recipient: bob, amount: '3' },
]

test.each([
  ['with a header', [header, ...rows].join('\n')],
  ['without one', rows.join('\n')],
  [
    'with a byte order mark and the line ends of Windows',
    `\uFEFF${header}\r\n${rows.join('\r\n')}\r\n`,
  ],
  ['with blank lines', `\n${rows.join('\n\n')}\n\n`],
  ['from a spreadsheet', rows.join('\n').replaceAll(',', '\t')],
  ['with semicolons', [header, ...rows].join('\n').replaceAll(',', ';')],
  ['with every cell in quotes', rows.join('\n').replace(/[^,\n]+/g, '"$&"')],
  [
    'of lower-case tokens',
    rows.join('\n').replace(dollar, dollar.toLowerCase()),
  ],
])('reads a list %s', (_, text) => {
  expect(read(text)).toEqual({ payments, mistakes: [] })
})

test('columns that are named may stand in any order, with others between', () => {
  expect(
    read(
      `amount,id,token_type,receiver,token_address\n7,,erc20,${alice},${dollar}`,
    ).payments,
  ).toEqual([{ token: dollar, recipient: alice, amount: '7' }])
})

test('without a column for the token all rows send the same', () => {
  expect(read(`${alice},1\n${bob},2`).payments).toEqual([
    { token: garden, recipient: alice, amount: '1' },
    { token: garden, recipient: bob, amount: '2' },
  ])
  expect(read(`receiver,amount\n${alice},1`).payments).toEqual([
    { token: garden, recipient: alice, amount: '1' },
  ])
  expect(read(`${alice}\n${bob}`).payments).toMatchObject([
    { recipient: alice, amount: '' },
    { recipient: bob, amount: '' },
  ])
})

test('what cells say is kept as it is, for the form to refuse', () => {
  expect(read(`USDC,nobody,"1,5"`)).toEqual({
    payments: [{ token: 'USDC', recipient: 'nobody', amount: '1,5' }],
    mistakes: [],
  })
})

test('a list is added as it is while it has no mistake and fits', () => {
  const present = addPayments([], payments.slice(0, 1))
  expect(readSoundList(`${bob},2`, { payments: present, tokens: [] })).toEqual([
    { token: dollar, recipient: bob, amount: '2' },
  ])
  expect(
    readSoundList(`${bob},1,5`, { payments: present, tokens: [] }),
  ).toBeUndefined()
  const many = Array(mostPayments).fill(`${bob},2`)
  expect(
    readSoundList(many.join('\n'), { payments: present, tokens: [] }),
  ).toBeUndefined()
  const fitting = many.slice(1).join('\n')
  expect(
    readSoundList(fitting, { payments: present, tokens: [] }),
  ).toHaveLength(mostPayments - 1)
})

test('a mistake names the row as a spreadsheet counts it', () => {
  const text = [header, rows[0], '', `${dollar},${bob},1,more`, rows[1]]
  expect(read(text.join('\n')).mistakes).toEqual([
    { row: 4, reason: `This row has 4 columns. Expected: “${header}”.` },
  ])
})

test.each([`${dollar},${alice},1,5`, `${alice},1,5`])(
  'a decimal comma that split an amount is recognised: %s',
  (line) =>
    expect(read(line).mistakes).toEqual([
      {
        row: 1,
        reason:
          '“1,5” contains a comma, which separates columns. Use a point in amounts.',
      },
    ]),
)

test('a symbol names a token that alone has it', () => {
  const tokens = [
    { token: dollar, symbol: 'DUSD' },
    { token: garden, symbol: 'GRDN' },
    { token: alice, symbol: 'GRDN' },
  ] as const
  const list = `dusd,${bob},1\nGRDN,${bob},2\nNONE,${bob},3`
  const expected = {
    payments: [
      { token: dollar, recipient: bob, amount: '1' },
      { token: 'NONE', recipient: bob, amount: '3' },
    ],
    mistakes: [
      {
        row: 2,
        reason:
          'This safe holds several tokens called “GRDN”. Enter the token’s address.',
      },
    ],
  }
  expect(readPaymentList(list, { token: garden, tokens })).toEqual(expected)
  const named = readPaymentList(`${header}\n${list}`, { token: garden, tokens })
  expect(named.payments).toEqual(expected.payments)
  expect(named.mistakes).toMatchObject([{ row: 3 }])
})

test('lines with another separator than the first are refused one by one', () => {
  const list = [`${alice};1,5`, `${bob},2`, `${alice}\t3`, `${bob};4`]
  const { payments: read, mistakes } = readPaymentList(list.join('\n'), {
    token: garden,
    tokens: [],
  })
  expect(read).toMatchObject([{ amount: '1,5' }, { amount: '4' }])
  expect(mistakes.map(({ row }) => row)).toEqual([2, 3])
  expect(mistakes[0]?.reason).toBe(
    'This row has commas between columns, but the first row has semicolons. Use the same separator in every row.',
  )
})

test('a header that names no recipient is refused', () => {
  expect(read(`token_address,amount\n${dollar},1`).mistakes).toEqual([
    { row: 1, reason: `The first row must be “${header}”.` },
  ])
})

test('a list without a row is refused', () => {
  expect(read(`${header}\n`).mistakes).toEqual([
    { row: 1, reason: 'The list is empty.' },
  ])
})

test('collectibles are not tokens', () => {
  expect(
    read(
      `token_type,token_address,receiver,amount,id\nnft,${dollar},${alice},,3`,
    ).mistakes,
  ).toEqual([
    {
      row: 2,
      reason: '“nft” is a collectible. Send collectibles from their own page.',
    },
  ])
})

test('500 rows are taken and not one more', () => {
  const many = (count: number) => `${header}\n${`${rows[0]}\n`.repeat(count)}`
  expect(read(many(500)).payments).toHaveLength(500)
  expect(read(many(501))).toEqual({
    payments: [],
    mistakes: [
      {
        row: 502,
        reason:
          'The list has 501 rows. At most 500 payments fit in one transaction.',
      },
    ],
  })
})

test('a file of more than a megabyte is not read', async () => {
  const file = new File(['1'.repeat(1024 * 1024 + 1)], 'payout.csv')
  await expect(readListFile(file)).rejects.toThrow(ListTooLargeError)
  await expect(readListFile(file)).rejects.toThrow(
    'The file payout.csv is 1025 kB. The limit is 1024 kB.',
  )
  expect(await readListFile(new File([header], 'payout.csv'))).toBe(header)
})

test('several lines are a list, an address and a sentence are not', () => {
  expect(isPaymentList(rows.join('\n'))).toBe(true)
  expect(isPaymentList(`${alice}\n${bob}`)).toBe(true)
  expect(isPaymentList(`${alice}\n`)).toBe(false)
  expect(isPaymentList(`Please pay me here:\n${alice}\nThank you`)).toBe(false)
})

function read(text: string) {
  return readPaymentList(text, { token: garden, tokens: [] })
}
