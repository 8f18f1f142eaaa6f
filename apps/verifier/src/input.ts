import { InputError, readAddress, readNumber, toBytes } from './bytes.js'
import { createCollector } from './frames.js'
import type { Domain, SafeTransaction } from './safe.js'
import type { TypedData } from './typedData.js'

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

export type Read =
  | {
      kind: 'transaction'
      domain: Domain
      transaction: SafeTransaction
      claimed: string | undefined
      /** Those that came along, in the order of their signers. */
      signatures: string | undefined
    }
  | {
      kind: 'message'
      domain: Domain
      content: string | TypedData
      claimed: string | undefined
    }

type Fields = Record<string, unknown>

const mostCharacters = 1_048_576
const zero = `0x${'0'.repeat(40)}`

/** JSON in any of the usual forms, or a link that carries it. */
export async function readInput(text: string, hints: Hints): Promise<Read> {
  if (text.length > mostCharacters)
    throw new InputError('The input is larger than 1 MiB.')
  return readForm(unwrap(parse(await unpack(text))), {
    ...readLinkHints(text),
    ...Object.fromEntries(
      Object.entries(hints).filter(([, value]) => value !== ''),
    ),
  })
}

/** What a link or a code carries; all other text as it is. */
async function unpack(text: string): Promise<string> {
  const link = /#(?:.*&)?tx=v1\.([\w-]+)/.exec(text)
  if (link) return inflate(readBase64(link[1] ?? ''))
  if (/^ur:/i.test(text)) return readCodes(text.split(/\s+/))
  if (/^https?:\S+$/.test(text))
    throw new InputError(
      'This is an address, and nothing is loaded from it here. Open it in a browser, save the answer as a file and open the file; or run verify.mjs with --url.',
    )
  return text
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
  throw new InputError('The code carries no transaction or message.')
}

/** `…?safe=eth:0x…`: the safe of a link, not its network. */
function readLinkHints(text: string): Hints {
  const safe = /[?&]safe=[\w-]*:?(0x[0-9a-fA-F]{40})/.exec(text)?.[1]
  return safe ? { safe } : {}
}

/** Whole numbers beyond 2^53 are kept as they are written. */
function parse(text: string): unknown {
  const exact = text.replaceAll(
    /("(?:[^"\\]|\\.)*")|(-?\d{16,})(?=\s*[,}\]])/g,
    (_, quoted: string | undefined, digits: string) => quoted ?? `"${digits}"`,
  )
  try {
    return JSON.parse(exact)
  } catch {
    throw new InputError(
      'The input is neither JSON nor a link. Paste a file, a link or the fields.',
    )
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A list of one, and what other programs put around it. */
function unwrap(value: unknown): Fields {
  if (!isFields(value)) throw new InputError('The input is not an object.')
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

function readForm(fields: Fields, hints: Hints): Read {
  if (isTypedData(fields)) return readTypedData(fields, hints)
  const domain = readDomain(fields, hints)
  if (fields.format === 'safe-message' || 'message' in fields)
    return {
      kind: 'message',
      domain,
      content: readContent(fields.message),
      claimed: readClaim(fields.messageHash),
    }
  const data = isFields(fields.data) ? fields.data : fields
  return {
    kind: 'transaction',
    domain,
    transaction: readTransaction(data),
    claimed: readClaim(fields.safeTxHash ?? fields.contractTransactionHash),
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

/** Typed data of a SafeTx is the transaction; all other is a message. */
function readTypedData(data: Fields & TypedData, hints: Hints): Read {
  const own = {
    // Safes before 1.3.0 sign without it.
    chainId: data.domain.chainId ?? '0',
    safe: data.domain.verifyingContract,
  }
  if (data.primaryType === 'SafeTx') {
    const version = 'chainId' in data.domain ? '1.4.1' : '1.1.1'
    return {
      kind: 'transaction',
      domain: readDomain(own, { version, ...hints }),
      transaction: readTransaction(data.message),
      claimed: undefined,
      signatures: undefined,
    }
  }
  return {
    kind: 'message',
    domain: readDomain({}, hints),
    content: data,
    claimed: undefined,
  }
}

/** What the input says and what the reader typed must not contradict. */
function readDomain(fields: Fields, hints: Hints): Domain {
  const pick = (name: 'chainId' | 'safe' | 'version', carried: unknown) => {
    const typed = hints[name]
    if (typed !== undefined) return typed
    if (carried === undefined || carried === null)
      throw new InputError(
        `The input does not say the ${names[name]}. Enter it and try again.`,
      )
    return String(carried)
  }
  return {
    chainId: readNumber(pick('chainId', fields.chainId), 'The chain ID'),
    safe: readAddress(pick('safe', fields.safe), 'The safe'),
    version: pick('version', fields.safeVersion),
  }
}

const names = {
  chainId: 'chain ID',
  safe: 'address of the safe',
  version: 'version of the safe',
}

export function readTransaction(fields: Fields): SafeTransaction {
  const address = (name: string) => {
    const value = fields[name]
    return value === null || value === undefined || value === ''
      ? zero
      : readAddress(String(value), name)
  }
  const number = (name: string, other = name) =>
    readNumber(fields[name] ?? fields[other] ?? 0, name)
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
