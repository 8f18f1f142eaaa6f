import { readAddress, readNumber, toBytes, toHex } from './bytes.js'
import { type Call, describeCall, listCalls } from './calls.js'
import { approveHash, encodeExecution } from './execution.js'
import { type Content, type Hints, type Read, readInput } from './input.js'
import { keccak256 } from './keccak.js'
import { findMessageRisks } from './messageRisks.js'
import { findHidden, reveal } from './reveal.js'
import { danger, type Risk, warning } from './risk.js'
import { findRisks } from './risks.js'
import {
  digestCalldata,
  type Hashes,
  hashMessage,
  hashTransaction,
  isKnownVersion,
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
  // One that is mistyped would be imitated without a word.
  const trusted = known.map((one) =>
    readAddress(one.trim(), 'One of the addresses you trust'),
  )
  const report =
    read.kind === 'transaction'
      ? reportTransaction(read, hints, trusted)
      : reportMessage(read, trusted)
  const versions = [read.domain.version, hints.nestedVersion]
  return revealAll({
    ...report,
    risks: [...report.risks, ...findUnknownVersions(versions)],
  })
}

function findUnknownVersions(versions: readonly (string | undefined)[]) {
  return versions
    .filter((version) => version && !isKnownVersion(version))
    .map((version) =>
      warning(
        `The version ${version} of the safe is unknown. If that version signs differently, these hashes are not those of your safe.`,
      ),
    )
}

/** What strangers wrote is shown with what nobody would see of it. */
function revealAll(report: Report): Report {
  const { fields, calls, risks } = report
  const show = ({ name, value }: Line) => ({ name, value: reveal(value) })
  const { names, isDeceiving } = findHidden([
    ...fields.map(({ value }) => value),
    ...calls,
    ...risks.map(({ text }) => text),
  ])
  const found = `The text has characters that can’t be seen or that change the reading order: ${names.join(', ')}. They are shown as ⟨U+…⟩. Ask who wrote it.`
  return {
    ...report,
    fields: fields.map(show),
    calls: calls.map(reveal),
    risks: [
      ...(names.length > 0 ? [(isDeceiving ? danger : warning)(found)] : []),
      ...risks.map(({ level, text }) => ({ level, text: reveal(text) })),
    ].sort((a, b) => a.level.localeCompare(b.level)),
  }
}

type ReadTransaction = Extract<Read, { kind: 'transaction' }>

function reportTransaction(
  read: ReadTransaction,
  hints: Hints,
  known: readonly string[],
): Report {
  const { domain, transaction } = read
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
      addresses: known,
    }),
    hashes: [
      ...writeHashes(hashes, 'Safe transaction hash'),
      { name: 'Calldata digest', value: digestCalldata(transaction.data) },
      ...listApproved(calls),
      ...listNested(read, hashes.signed, hints),
      ...listExecution(read, hints),
    ],
    contradiction: contradict(read, hashes.signed),
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

/** What the owners of a safe sign that is an owner itself. */
function listNested(
  { domain }: ReadTransaction,
  hash: string,
  { nestedSafe, nestedNonce, nestedVersion }: Hints,
): Line[] {
  if (!nestedSafe) return []
  const hashes = hashTransaction(
    {
      chainId: domain.chainId,
      safe: readAddress(nestedSafe, 'The nested safe'),
      version: nestedVersion || domain.version,
    },
    approveHash(
      domain.safe,
      hash,
      readNumber(nestedNonce, 'The nonce of the nested safe'),
    ),
  )
  return writeHashes(hashes, 'Safe transaction hash').map(
    ({ name, value }) => ({ name: `Nested safe: ${name}`, value }),
  )
}

/** For anyone who executes it: what their wallet is given. */
function listExecution(
  { transaction, signatures: carried }: ReadTransaction,
  { signatures: typed }: Hints,
): Line[] {
  const signatures = typed || carried
  if (!signatures) return []
  const data = encodeExecution(transaction, signatures)
  return [
    { name: 'Execution data hash', value: toHex(keccak256(toBytes(data))) },
    { name: 'Execution calldata digest', value: digestCalldata(data) },
  ]
}

function reportMessage(
  read: Extract<Read, { kind: 'message' }>,
  known: readonly string[],
): Report {
  const { domain, content } = read
  const contentHash = hashContent(content)
  const hashes = hashMessage(domain, contentHash)
  return {
    title: 'Message',
    fields: [
      ...writeDomain(domain),
      { name: 'message', value: writeContent(content) },
    ],
    calls: [],
    risks: findMessageRisks(content, {
      domain,
      known: { safe: domain.safe, addresses: known },
    }),
    hashes: [
      { name: 'Raw message hash', value: toHex(contentHash) },
      ...writeHashes(hashes, 'Safe message hash'),
    ],
    contradiction: contradict(read, hashes.signed),
  }
}

function hashContent(content: Content): Uint8Array {
  if (typeof content === 'string') return hashText(content)
  return 'types' in content ? hashTypedData(content) : toBytes(content.bytes)
}

function writeContent(content: Content): string {
  if (typeof content === 'string') return content
  return 'types' in content ? JSON.stringify(content, null, 2) : content.bytes
}

function writeDomain(domain: Read['domain']): Line[] {
  return [
    { name: 'Chain ID', value: String(domain.chainId) },
    { name: 'Safe', value: domain.safe },
    { name: 'Safe version', value: domain.version },
  ]
}

/** In the spelling of safe_hashes.sh: two of them as a Ledger shows them. */
function writeHashes(
  { domain, message, signed }: Hashes,
  name: string,
): Line[] {
  const capital = (hash: string) => `0x${hash.slice(2).toUpperCase()}`
  return [
    { name: 'Domain hash', value: capital(domain) },
    { name: 'Message hash', value: capital(message) },
    { name, value: signed },
    { name: 'Six words', value: toWords(signed) },
  ]
}

function contradict(
  { claimed, typed, kind }: Read,
  own: string,
): string | undefined {
  if (claimed && claimed !== own)
    return `The input claims the hash ${claimed}, but its content has the hash ${own}. Do not sign.`
  if (typed && typed !== own)
    return `A wallet would sign something else: the domain or the types of the input differ from those of the safe. The typed data has the hash ${typed}, but the hash of this ${kind} is ${own}. Do not sign.`
  return undefined
}
