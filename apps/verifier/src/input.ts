import { InputError, readAddress, readNumber, toBytes, toHex } from './bytes.js'
import { readDomain, type Stated } from './domain.js'
import { createCollector } from './frames.js'
import { type Domain, isBefore, type SafeTransaction } from './safe.js'
import { hashTypedData, type TypedData } from './typedData.js'

/** What the reader types in beside what was carried over. */
export type Hints = {
  chainId?: string
  safe?: string
  version?: string
  /** A safe that is an owner of this one, and approves by a transaction. */
  nestedSafe?: string
  nestedNonce?: string
  nestedVersion?: string
  /** As `execTransaction` takes them. */
  signatures?: string
}

/** A text, typed data, or only the hash of one, which a safe signs. */
export type Content = string | TypedData | { bytes: string }

export type Read = {
  domain: Domain
  claimed: string | undefined
  /** What a wallet signs that gets the input itself, which is typed data. */
  typed: string | undefined
} & (
  | {
      kind: 'transaction'
      transaction: SafeTransaction
      /** Those that came along, in the order of their signers. */
      signatures: string | undefined
    }
  | { kind: 'message'; content: Content }
)

type Fields = Record<string, unknown>

const mostCharacters = 1_048_576
const mostDepth = 50
const zero = `0x${'0'.repeat(40)}`

/** JSON in any of the usual forms, or a link that carries it. */
export async function readInput(text: string, hints: Hints): Promise<Read> {
  if (text.length > mostCharacters)
    throw new InputError('The input is larger than 1 MiB.')
  const input = text.trim()
  return readForm(unwrap(parse(await unpack(input))), [
    { who: 'The link', safe: findLinkedSafe(input) },
    {
      who: 'what you entered',
      chainId: hints.chainId,
      safe: hints.safe,
      version: hints.version,
    },
  ])
}

/** Only a text that is a link as a whole; a text inside of JSON is none. */
function readLink(text: string): URL | undefined {
  return /^(https?|file):\/\/\S+$/i.test(text) && URL.canParse(text)
    ? new URL(text)
    : undefined
}

/** What a link or a code carries; all other text as it is. */
async function unpack(text: string): Promise<string> {
  if (/^ur:/i.test(text)) return readCodes(text.split(/\s+/))
  const link = readLink(text)
  if (!link) return text
  const [, payload] = /^#tx=v1\.([\w-]+)$/.exec(link.hash) ?? []
  if (payload !== undefined) return inflate(readBase64(payload))
  throw new InputError(
    'This is a web address, and this page loads nothing. Open the address in a browser, save the answer as a file and open that file; or run verify.mjs with --url.',
  )
}

/** The text of one QR code, or of several frames. */
export async function readCodes(codes: readonly string[]): Promise<string> {
  const collector = createCollector()
  for (const code of codes) {
    const collected = collector.add(code)
    if (collected.status === 'complete') return readPayload(collected.payload)
  }
  throw new InputError('This is one of several codes. Read all of them.')
}

/** What a code carries: JSON as it is, or packed after a mark. */
export async function readPayload(payload: Uint8Array): Promise<string> {
  const [first] = payload
  if (first === 0x7b) return new TextDecoder().decode(payload)
  if (first === 1) return inflate(payload.subarray(1))
  throw new InputError('The code contains no transaction or message.')
}

/** `…?safe=eth:0x…`: the safe of a link, not its network. */
function findLinkedSafe(text: string): string | undefined {
  const safes = readLink(text)?.searchParams.getAll('safe') ?? []
  if (safes.length > 1)
    throw new InputError(
      'The link names more than one safe. Ask for a new link.',
    )
  return safes[0]
}

/** Whole numbers beyond 2^53 are kept as they are written. */
function parse(text: string): unknown {
  const { isDeep, isOpen } = scan(text)
  if (isDeep)
    throw new InputError(
      `The input is nested too deeply: more than ${mostDepth} lists or objects in each other.`,
    )
  // Every word has its end, and digits begin once: one pass reads it all.
  const exact = isOpen
    ? text
    : text.replaceAll(
        /("(?:[^"\\]|\\.)*")|((?<!\d)-?\d{16,})(?=\s*[,}\]])/gs,
        (_, quoted: string | undefined, digits: string) =>
          quoted ?? `"${digits}"`,
      )
  try {
    return JSON.parse(exact)
  } catch {
    throw new InputError(
      'The input is neither JSON nor a link. Paste a file, a link or the fields.',
    )
  }
}

/**
 * Before anything is read: readers call themselves for each level. Open is a
 * text that ends within quotes.
 */
function scan(text: string): { isDeep: boolean; isOpen: boolean } {
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    if (isQuoted && letter === '\\') at++
    else if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && '[{'.includes(letter)) depth++
    else if (!isQuoted && ']}'.includes(letter)) depth--
    if (depth > mostDepth) return { isDeep: true, isOpen: isQuoted }
  }
  return { isDeep: false, isOpen: isQuoted }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A list of one, and what other programs put around it. */
function unwrap(value: unknown): Fields {
  if (!isFields(value)) throw new InputError('The input is not an object.')
  // A wallet signs typed data, whatever stands beside it.
  if (isTypedData(value)) return value
  const { tx, message } = value
  const list = value.transactions ?? value.results
  if (Array.isArray(list)) {
    if (list.length !== 1)
      throw new InputError(
        `The input holds ${list.length} transactions. Check them one by one.`,
      )
    return unwrap(list[0])
  }
  if (isFields(tx)) return tx
  if (isFields(message) && 'data' in message && !('types' in value))
    return message
  return value
}

function readForm(fields: Fields, stated: readonly Stated[]): Read {
  if (isTypedData(fields)) return readTypedData(fields, stated)
  const { chainId, safe, safeVersion: version } = fields
  const own = { who: 'The input', chainId, safe, version }
  const domain = readDomain([own, ...stated])
  if (fields.format === 'safe-message' || 'message' in fields)
    return {
      kind: 'message',
      domain,
      content: readContent(fields.message),
      claimed: readClaim(fields.messageHash),
      typed: undefined,
    }
  const data = isFields(fields.data) ? fields.data : fields
  return {
    kind: 'transaction',
    domain,
    transaction: readTransaction(data),
    claimed: readClaim(fields.safeTxHash ?? fields.contractTransactionHash),
    typed: undefined,
    signatures: readSignatures(fields),
  }
}

/** In the order of their signers; contracts sign in longer forms. */
function readSignatures(fields: Fields): string | undefined {
  const list = fields.signatures ?? fields.confirmations
  const all = (Array.isArray(list) ? list : []).filter(isFields).map((one) => ({
    signer: String(one.signer ?? one.owner).toLowerCase(),
    data: String(one.data ?? one.signature),
  }))
  if (all.length === 0 || !all.every(({ data }) => isSignature(data)))
    return undefined
  const sorted = all.sort((a, b) => a.signer.localeCompare(b.signer))
  return `0x${sorted.map(({ data }) => data.slice(2)).join('')}`
}

function isSignature(data: string): boolean {
  return /^0x[0-9a-f]{130}$/i.test(data)
}

function readContent(value: unknown): string | TypedData {
  if (typeof value === 'string') return value
  if (isFields(value) && isTypedData(value)) return value
  throw new InputError('The message is neither a text nor typed data.')
}

function isTypedData(value: Fields): value is Fields & TypedData {
  return (
    isFields(value.types) &&
    isFields(value.domain) &&
    isFields(value.message) &&
    typeof value.primaryType === 'string'
  )
}

/** Typed data of a safe is what its owners sign; all other is a message. */
function readTypedData(
  data: Fields & TypedData,
  stated: readonly Stated[],
): Read {
  const { primaryType, message } = data
  if (primaryType !== 'SafeTx' && primaryType !== 'SafeMessage')
    return {
      kind: 'message',
      domain: readDomain(stated),
      content: data,
      claimed: undefined,
      typed: undefined,
    }
  const typed = toHex(hashTypedData(data))
  const asked = {
    domain: readTypedDomain(data, stated),
    claimed: undefined,
    typed,
  }
  if (primaryType === 'SafeTx')
    return {
      ...asked,
      kind: 'transaction',
      transaction: readTransaction(message),
      signatures: undefined,
    }
  const bytes = String(message.message)
  if (toBytes(bytes, 'The message').length !== 32)
    throw new InputError(
      'The message of the typed data is not a hash, which safes sign. Ask for the message itself.',
    )
  return { ...asked, kind: 'message', content: { bytes } }
}

/** Safes before 1.3.0 sign without the network, later ones with it. */
function readTypedDomain(
  { domain: { chainId, verifyingContract }, types }: TypedData,
  stated: readonly Stated[],
): Domain {
  const isOld = chainId === undefined
  // Before 1.0.0 a gas field had another name, which is part of the hash.
  const isOldest = types.SafeTx?.some(({ name }) => name === 'dataGas')
  const domain = readDomain(
    [{ who: 'The input', chainId, safe: verifyingContract }, ...stated],
    isOld
      ? { chainId: '0', version: isOldest ? '0.1.0' : '1.1.1' }
      : { version: '1.4.1' },
  )
  if (isBefore(domain.version, [1, 3, 0]) !== isOld)
    throw new InputError(
      `The input and what you entered contradict each other: safes of version ${domain.version} sign ${isOld ? 'with' : 'without'} the chain ID. Find out which is right.`,
    )
  return domain
}

export function readTransaction(fields: Fields): SafeTransaction {
  const address = (name: string) => {
    const value = fields[name]
    return value === null || value === undefined || value === ''
      ? zero
      : readAddress(String(value), name)
  }
  const number = (name: string, other = name) => {
    const value = fields[name] === undefined ? fields[other] : fields[name]
    return readNumber(value === undefined ? 0 : value, name)
  }
  const data = fields.data ?? '0x'
  toBytes(String(data), 'The data')
  const operation = number('operation')
  if (operation > 1n)
    throw new InputError(`The operation ${operation} is unknown.`)
  if (fields.to === undefined)
    throw new InputError('The recipient (to) is missing.')
  if (fields.nonce === undefined) throw new InputError('The nonce is missing.')
  return {
    to: readAddress(String(fields.to), 'to'),
    value: number('value'),
    data: String(data).toLowerCase(),
    operation: Number(operation),
    safeTxGas: number('safeTxGas'),
    baseGas: number('baseGas', 'dataGas'),
    gasPrice: number('gasPrice'),
    gasToken: address('gasToken'),
    refundReceiver: address('refundReceiver'),
    nonce: number('nonce'),
  }
}

function readClaim(value: unknown): string | undefined {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)
    ? value.toLowerCase()
    : undefined
}

function readBase64(text: string): Uint8Array<ArrayBuffer> {
  const raw = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(raw, (character) => character.charCodeAt(0))
}

async function inflate(bytes: Uint8Array): Promise<string> {
  const reader = new Blob([Uint8Array.from(bytes)])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
    .pipeThrough(new TextDecoderStream())
    .getReader()
  const parts: string[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new InputError('The link or code is damaged. Ask for it again.')
    })
    if (done) return parts.join('')
    size += value.length
    if (size > mostCharacters)
      throw new InputError('The link or code holds more than 1 MiB.')
    parts.push(value)
  }
}
