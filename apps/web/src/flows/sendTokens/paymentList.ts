import { BaseError } from '@covault/protocol'
import type { Address } from 'viem'
import { parseCsv } from '../../lib/csv.js'
import { formatCount } from '../../lib/formatCount.js'
import { readTokenText } from '../../lib/readTokenText.js'
import type { SendableToken } from './checkPayments.js'
import {
  countRoom,
  lastToken,
  mostPayments,
  type Payment,
  type PaymentTexts,
} from './input.js'

/** The ecosystem's own header, which may be left out. */
const header = 'token_address,receiver,amount'

/** In bytes: far more than the rows that are taken need. */
const largestFile = 1024 * 1024

export type ListReading = {
  payments: PaymentTexts[]
  /** With the row as a spreadsheet counts it. */
  mistakes: { row: number; reason: string }[]
}

/**
 * Rows of token, recipient and amount, from a CSV file or a spreadsheet. Only
 * its shape is checked here: what the cells say is checked with what was
 * typed. Without a column for the token, rows send `token`.
 */
export function readPaymentList(
  text: string,
  context: ListContext,
): ListReading {
  const separator = findSeparator(text)
  const rows = splitCells(text, separator)
    .map((cells, index) => ({ row: index + 1, cells: cells.map(trim) }))
    // A blank line is nobody's mistake.
    .filter(({ cells }) => cells.some(Boolean))
  const [first] = rows
  const columns = first && findColumns(first.cells)
  if (columns && (columns.recipient === -1 || columns.amount === -1))
    return failOnce(first.row, `The first row must be “${header}”.`)
  const lines = columns ? rows.slice(1) : rows
  if (lines.length === 0) return failOnce(1, 'The list is empty.')
  if (lines.length > mostPayments)
    return failOnce(
      lines[mostPayments]?.row ?? 1,
      `The list has ${lines.length} rows. At most ${mostPayments} payments fit in one transaction.`,
    )
  const reading: ListReading = { payments: [], mistakes: [] }
  for (const { row, cells } of lines) {
    const found = (() => {
      const mixed = findMixed(cells, separator)
      if (mixed) return mixed
      return columns
        ? readNamedCells(cells, columns, context)
        : readCells(cells, context)
    })()
    if (typeof found === 'string') reading.mistakes.push({ row, reason: found })
    else reading.payments.push(found)
  }
  return reading
}

type ListContext = {
  /** What rows send that have no column for the token. */
  token: Address
  /** What the safe holds, for cells that name a token by its symbol. */
  tokens: readonly Pick<SendableToken, 'token' | 'symbol'>[]
}

/** Rows that can be added as they are; undefined: they need a look. */
export function readSoundList(
  text: string,
  {
    payments,
    tokens,
  }: Pick<ListContext, 'tokens'> & { payments: readonly Payment[] },
): PaymentTexts[] | undefined {
  const { payments: added, mistakes } = readPaymentList(text, {
    token: lastToken(payments),
    tokens,
  })
  const isSound = mistakes.length === 0 && added.length <= countRoom(payments)
  return isSound ? added : undefined
}

/** Several lines that name recipients, rather than one recipient. */
export function isPaymentList(text: string): boolean {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim())
  const isRow = (line: string) =>
    /0x[0-9a-f]{40}/i.test(line) || /[,;\t]/.test(line)
  return lines.length > 1 && lines.every(isRow)
}

export async function readListFile(file: File): Promise<string> {
  if (file.size > largestFile) throw new ListTooLargeError(file)
  return file.text()
}

type Separator = '\t' | ';' | ','

const separatorNames: Record<Separator, string> = {
  '\t': 'tabs',
  ';': 'semicolons',
  ',': 'commas',
}

/**
 * Spreadsheets put tabs or, where the comma is a decimal one, semicolons. The
 * first line says which.
 */
function findSeparator(text: string): Separator {
  const [first = ''] = text.split(/\r\n|\r|\n/).filter((line) => line.trim())
  return (['\t', ';'] as const).find((one) => first.includes(one)) ?? ','
}

/** A line with another separator could be read in two ways. */
function findMixed(
  cells: readonly string[],
  separator: Separator,
): string | undefined {
  const other = (['\t', ';'] as const).find(
    (one) => one !== separator && cells.some((cell) => cell.includes(one)),
  )
  const isComma =
    separator !== ',' && cells.length === 1 && cells[0]?.includes(',')
  const found = other ?? (isComma ? ',' : undefined)
  return (
    found &&
    `This row has ${separatorNames[found]} between columns, but the first row has ${separatorNames[separator]}. Use the same separator in every row.`
  )
}

function splitCells(text: string, separator: Separator): string[][] {
  if (separator === ',') return parseCsv(text)
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.split(separator))
}

function trim(cell: string): string {
  return cell.trim().replace(/^"(.*)"$/, '$1')
}

type Columns = Record<
  'width' | 'type' | 'token' | 'recipient' | 'amount',
  number
>

/** Where a first row names its columns, these; undefined: it names none. */
function findColumns(cells: readonly string[]): Columns | undefined {
  const names = cells.map((cell) => cell.toLowerCase())
  const known = ['token_address', 'receiver', 'recipient', 'amount']
  if (!names.some((name) => known.includes(name))) return undefined
  return {
    width: names.length,
    type: names.indexOf('token_type'),
    token: names.indexOf('token_address'),
    recipient: Math.max(names.indexOf('receiver'), names.indexOf('recipient')),
    amount: names.indexOf('amount'),
  }
}

/** The payment, or why there is none in this row. */
function readNamedCells(
  cells: readonly string[],
  columns: Columns,
  context: ListContext,
): PaymentTexts | string {
  const type = cells[columns.type] ?? ''
  if (/nft|721|1155/.test(type))
    return `“${type}” is a collectible. Send collectibles from their own page.`
  if (cells.slice(columns.width).some(Boolean)) return describeWidth(cells)
  const cell = cells[columns.token] ?? ''
  if (columns.token !== -1 && isAmbiguous(cell, context))
    return describeAmbiguous(cell)
  return {
    token: columns.token === -1 ? context.token : toToken(cell, context),
    recipient: cells[columns.recipient] ?? '',
    amount: cells[columns.amount] ?? '',
  }
}

/** Without names the number of columns says what they are. */
function readCells(
  cells: readonly string[],
  context: ListContext,
): PaymentTexts | string {
  const { token } = context
  const [first = '', second = '', third = '', ...more] = cells
  if (more.some(Boolean) || isSplitAmount(cells)) return describeWidth(cells)
  switch (cells.length) {
    case 1:
      return { token, recipient: first, amount: '' }
    case 2:
      return { token, recipient: first, amount: second }
    default:
      return isAmbiguous(first, context)
        ? describeAmbiguous(first)
        : { token: toToken(first, context), recipient: second, amount: third }
  }
}

/** `recipient,1,5`: an amount with a comma fell into two columns. */
function isSplitAmount([, second = '', third = '']: readonly string[]) {
  return /^[0-9]+$/.test(second) && /^[0-9]+$/.test(third)
}

function describeWidth(cells: readonly string[]): string {
  const [whole = '', fraction = ''] = cells.filter(Boolean).slice(-2)
  const numbers = /^[0-9]+$/
  if (numbers.test(whole) && numbers.test(fraction))
    return `“${whole},${fraction}” contains a comma, which separates columns. Use a point in amounts.`
  return `This row has ${formatCount(cells.length, 'column')}. Expected: “${header}”.`
}

/** As the form has it, where it can be read; else as it is, to be refused. */
function toToken(cell: string, context: ListContext): string {
  const [held] = findHeld(cell, context)
  return readTokenText(cell).token ?? held?.token ?? cell
}

function findHeld(cell: string, { tokens }: ListContext) {
  const symbol = cell.toLowerCase()
  return tokens.filter((held) => held.symbol.toLowerCase() === symbol)
}

/** Anybody can give a token the symbol of another: then it names neither. */
function isAmbiguous(cell: string, context: ListContext): boolean {
  return cell !== '' && findHeld(cell, context).length > 1
}

function describeAmbiguous(cell: string): string {
  return `This safe holds several tokens called “${cell}”. Enter the token’s address.`
}

function failOnce(row: number, reason: string): ListReading {
  return { payments: [], mistakes: [{ row, reason }] }
}

export class ListTooLargeError extends BaseError {
  constructor({ name, size }: { name: string; size: number }) {
    super(
      `The file ${name} is ${Math.ceil(size / 1024)} kB. The limit is ${largestFile / 1024} kB.`,
    )
  }
}
