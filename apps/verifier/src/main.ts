import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { InputError } from './bytes.js'
import { makeReport } from './report.js'
import { revealLine } from './reveal.js'
import { writeText } from './writeText.js'

const usage = `Recomputes what the owners of a safe sign, on another device.

Usage: node verify.mjs [FILE] [options]

  FILE               a file with the transaction or message; - reads the input
  --url URL          ask a transaction service instead, for example
                     https://host/api/v1/multisig-transactions/0x…/
  --chain-id N       the network, where the input does not say it
  --safe 0x…         the safe, where the input does not say it
  --safe-version V   the version of the safe, for example 1.4.1
                     (what the input says otherwise is refused)
  --known 0x…,0x…    addresses you trust; imitations of them are reported
  --nested-safe 0x…  a safe that is an owner and approves by a transaction
  --nested-nonce N   the nonce of that transaction
  --nested-version V the version of that safe
  --signatures 0x…   for the hash of the execution

Exits with 1 where the input contradicts itself or can't be read.
`

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      'chain-id': { type: 'string' },
      safe: { type: 'string' },
      'safe-version': { type: 'string' },
      known: { type: 'string' },
      'nested-safe': { type: 'string' },
      'nested-nonce': { type: 'string' },
      'nested-version': { type: 'string' },
      signatures: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const sources = [...positionals, ...(values.url ? [values.url] : [])]
  const [source] = sources
  if (values.help || source === undefined) {
    process.stdout.write(usage)
    return values.help ? 0 : 1
  }
  if (sources.length > 1)
    throw new InputError('Give one file or one URL: each is checked by itself.')
  const text = values.url ? await fetchText(source) : readText(source)
  const report = await makeReport(text, {
    chainId: values['chain-id'] ?? '',
    safe: values.safe ?? '',
    version: values['safe-version'] ?? '',
    known: values.known?.split(/[\s,]+/).filter(Boolean) ?? [],
    nestedSafe: values['nested-safe'] ?? '',
    nestedNonce: values['nested-nonce'] ?? '',
    nestedVersion: values['nested-version'] ?? '',
    signatures: values.signatures ?? '',
  })
  process.stdout.write(writeText(report))
  return report.contradiction ? 1 : 0
}

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch {
    throw new InputError(`Can’t read the file ${file}. Check its name.`)
  }
}

/** In milliseconds: a server that never answers must not keep anybody waiting. */
const patience = 30_000

async function fetchText(url: string): Promise<string> {
  const signal = AbortSignal.timeout(patience)
  const response = await fetch(url, { signal }).catch(() => {
    throw new InputError(`${url} doesn’t answer. Check the address.`)
  })
  if (!response.ok)
    throw new InputError(
      `${url} answers ${response.status}. Check the address.`,
    )
  return response.text()
}

run().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    process.stderr.write(
      `${revealLine(error instanceof Error ? error.message : String(error))}\n`,
    )
    process.exitCode = 1
  },
)
