import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatCsv } from '../../lib/csv.js'
import type { Movement } from '../../queries/movements.js'
import { csvHead, movementColumns, toRows, writeCsv } from './movementTable.js'

const formulas = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1;1)',
  '=HYPERLINK("http://127.0.0.1/?x";"press")',
  '=WEBSERVICE("http://127.0.0.1/")',
  "=cmd|'/C calc'!A0",
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  "'=1+1",
  '"=1+1"',
  'harmless, =1+1',
]
const context = {
  decimalsOf: () => undefined,
  nameOf: () => undefined,
  nativeCurrency: { symbol: 'ETH', decimals: 18 },
  labelOf: () => undefined,
}

const program = 'soffice'
const isInstalled = (process.env.PATH ?? '')
  .split(delimiter)
  .some((folder) => existsSync(join(folder, program)))

// Skipped where LibreOffice is not installed: nothing else is one.
describe.skipIf(!isInstalled)('in LibreOffice, told to evaluate', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'covault-spreadsheet-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('no cell of an export is a formula @full', {
    timeout: 300_000,
  }, () => {
    const rows = toRows(formulas.map(toMovement), context)
    const cells = rows.map((row) =>
      movementColumns.map((column) => row[column]),
    )
    const bare = open(folder, 'bare', csvHead + formatCsv(cells))
    const written = open(folder, 'written', csvHead + writeCsv(rows))
    // Without the rule they are: the reading below can tell.
    expect(bare).toMatch(/table:formula="of:=1\+1"/)
    expect(written).not.toMatch(/table:formula=/)
    expect(written).toContain('=HYPERLINK')
  })
})

/** The table as LibreOffice has it after opening the text. */
function open(folder: string, name: string, text: string): string {
  const source = join(folder, `${name}.csv`)
  writeFileSync(source, text)
  // Comma, quote, UTF-8, from line 1; the last asks for formulas to be run.
  const filter =
    'Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,0,true'
  execFileSync(program, [
    `-env:UserInstallation=file://${folder}/profile`,
    '--headless',
    '--norestore',
    `--infilter=${filter}`,
    '--convert-to',
    'fods',
    '--outdir',
    folder,
    source,
  ])
  return readFileSync(join(folder, `${name}.fods`), 'utf8')
}

/** A payment whose note and token are what somebody hostile wrote. */
function toMovement(text: string, index: number): Movement {
  const somebody = {
    value: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    name: null,
    logoUri: null,
  } as const
  return {
    id: `transfer_${index}`,
    txHash: `0x${'12'.repeat(32)}`,
    blockNumber: 12,
    timestamp: Date.UTC(2026, 10, 14, 12),
    sender: somebody,
    recipient: somebody,
    direction: 'INCOMING',
    transferInfo: {
      type: 'ERC20',
      tokenAddress: somebody.value,
      tokenName: null,
      tokenSymbol: text,
      logoUri: null,
      trusted: true,
      value: 1n,
      decimals: 6,
      imitation: false,
    },
    cause: 'INCOMING',
    transactionId: null,
    nonce: null,
    note: text,
    module: null,
    callPath: null,
    feePrice: null,
    signers: [],
    fee: null,
    price: null,
  }
}
