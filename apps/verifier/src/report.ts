import { toHex, writeAddress } from './bytes.js'
import { type Call, describeCall, listCalls } from './calls.js'
import { type Hints, type Read, readInput } from './input.js'
import { findMessageRisks } from './messageRisks.js'
import type { Risk } from './risk.js'
import { findRisks } from './risks.js'
import {
  digestCalldata,
  type Hashes,
  hashMessage,
  hashTransaction,
} from './safe.js'
import { hashText, hashTypedData } from './typedData.js'
import { toWords } from './words.js'

export type Line = { name: string; value: string }

export type Report = {
  title: string
  fields: readonly Line[]
  calls: readonly string[]
  risks: readonly Risk[]
  hashes: readonly Line[]
  /** Where the input claims another hash than its own bytes have. */
  contradiction: string | undefined
}

/** Everything that a second device can say of what is to be signed. */
export async function makeReport(
  text: string,
  { known = [], ...hints }: Hints & { known?: readonly string[] },
): Promise<Report> {
  const read = await readInput(text, hints)
  return read.kind === 'transaction'
    ? reportTransaction(read, known)
    : reportMessage(read)
}

function reportTransaction(
  { domain, transaction, claimed }: Extract<Read, { kind: 'transaction' }>,
  known: readonly string[],
): Report {
  const hashes = hashTransaction(domain, transaction)
  const calls = listCalls({ from: domain.safe, ...transaction })
  return {
    title: `Transaction at nonce ${transaction.nonce}`,
    fields: [
      ...writeDomain(domain),
      ...Object.entries(transaction).map(([name, value]) => ({
        name,
        value: String(value),
      })),
    ],
    calls: calls.map(describeCall),
    risks: findRisks(domain, transaction, calls, {
      safe: domain.safe,
      addresses: known.map(writeAddress),
    }),
    hashes: [
      ...writeHashes(hashes, 'safeTxHash'),
      { name: 'Calldata digest', value: digestCalldata(transaction.data) },
      ...listApproved(calls),
    ],
    contradiction: contradict(claimed, hashes.signed),
  }
}

/** The hashes that this transaction approves in other safes. */
function listApproved(calls: readonly Call[]): Line[] {
  return calls
    .filter(({ method }) => method?.name === 'approveHash')
    .map(({ to, values }) => ({
      name: `Approved in ${to}`,
      value: String(values?.[0]),
    }))
}

function reportMessage({
  domain,
  content,
  claimed,
}: Extract<Read, { kind: 'message' }>): Report {
  const contentHash =
    typeof content === 'string' ? hashText(content) : hashTypedData(content)
  const hashes = hashMessage(domain, contentHash)
  return {
    title: 'Message',
    fields: [
      ...writeDomain(domain),
      {
        name: 'message',
        value:
          typeof content === 'string'
            ? content
            : JSON.stringify(content, null, 2),
      },
    ],
    calls: [],
    risks: findMessageRisks(content, domain),
    hashes: [
      { name: 'Content hash', value: toHex(contentHash) },
      ...writeHashes(hashes, 'safeMessageHash'),
    ],
    contradiction: contradict(claimed, hashes.signed),
  }
}

function writeDomain(domain: Read['domain']): Line[] {
  return [
    { name: 'Chain ID', value: String(domain.chainId) },
    { name: 'Safe', value: domain.safe },
    { name: 'Safe version', value: domain.version },
  ]
}

function writeHashes(
  { domain, message, signed }: Hashes,
  name: string,
): Line[] {
  return [
    { name: 'Domain hash', value: domain },
    { name: 'Message hash', value: message },
    { name, value: signed },
    { name: 'Six words', value: toWords(signed) },
  ]
}

function contradict(
  claimed: string | undefined,
  own: string,
): string | undefined {
  if (!claimed || claimed === own) return undefined
  return `The input claims the hash ${claimed}, but its content has the hash ${own}. Do not sign.`
}
