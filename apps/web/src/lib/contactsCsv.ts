import { BaseError, parsePrefixedAddress } from '@covault/protocol'
import type { Address } from 'viem'
import { formatCsv, neutraliseCell, parseCsv, restoreCell } from './csv.js'

export type ContactRow = { chainId: number; address: Address; name: string }

/** The ecosystem's own header. */
const header = ['address', 'name', 'chainId']

export function writeContactsCsv(contacts: readonly ContactRow[]): string {
  return formatCsv([
    header,
    ...contacts.map(({ address, name, chainId }) => [
      address,
      neutraliseCell(name),
      String(chainId),
    ]),
  ])
}

export type ContactsReading = {
  contacts: ContactRow[]
  /** What is wrong, with the row as a spreadsheet counts it. */
  errors: { row: number; reason: string }[]
}

/** Rows that can be read are; every other one is named with its reason. */
export function readContactsCsv(text: string): ContactsReading {
  const [head, ...rows] = parseCsv(text)
  const columns = findColumns(head)
  if (!columns)
    return {
      contacts: [],
      errors: [
        {
          row: 1,
          reason: `The first row must be "${header.join(',')}".`,
        },
      ],
    }
  const reading: ContactsReading = { contacts: [], errors: [] }
  for (const [index, row] of rows.entries()) {
    // A blank line is nobody's mistake.
    if (row.every((cell) => cell.trim() === '')) continue
    const found = readRow(row, columns)
    if (typeof found === 'string')
      reading.errors.push({ row: index + 2, reason: found })
    else reading.contacts.push(found)
  }
  return reading
}

type Columns = { address: number; name: number; chainId: number }

function findColumns(head: readonly string[] | undefined): Columns | undefined {
  const names = head?.map((cell) => cell.trim().toLowerCase()) ?? []
  const columns = {
    address: names.indexOf('address'),
    name: names.indexOf('name'),
    chainId: names.indexOf('chainid'),
  }
  return Object.values(columns).includes(-1) ? undefined : columns
}

/** The contact, or why there is none in this row. */
function readRow(
  row: readonly string[],
  columns: Columns,
): ContactRow | string {
  const name = restoreCell(row[columns.name] ?? '').trim()
  const chainText = (row[columns.chainId] ?? '').trim()
  if (!name) return 'The name is missing.'
  if (name.length > 200) return 'The name is longer than 200 characters.'
  if (!/^[1-9][0-9]{0,14}$/.test(chainText))
    return `"${chainText.slice(0, 40)}" isn’t a chain ID.`
  try {
    const { address } = parsePrefixedAddress(row[columns.address] ?? '')
    return { address, name, chainId: Number(chainText) }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return error.message
  }
}
