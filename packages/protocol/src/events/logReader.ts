import { type Address, type Hex, zeroAddress } from 'viem'
import { checksum } from './checksum.js'

/** What `eth_getLogs` says of a log's content, as JSON-RPC spells it. */
export type ContractLog = {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}

/** Why a log with a known topic is not the event that it names. */
export type LogFlaw =
  | 'topicCount'
  | 'malformedHex'
  | 'outOfBounds'
  | 'dirtyPadding'
  | 'invalidOperation'
  | 'invalidBoolean'
  | 'malformedAdditionalInfo'
  | 'unequalLengths'

/**
 * A log's parameters as one row of words. In every event we know the indexed
 * parameters are the first ones, so topics followed by data are the words in
 * the order of the signature, however many of them a version indexes.
 *
 * What is accepted is what Solidity's own decoder (ABI coder v2) accepts:
 * dirty padding of a value and anything that points outside are refused;
 * bytes that nothing points at, and what pads `bytes`, are not looked at.
 */
export type LogReader = {
  /** Lower-case hexadecimal digits without a prefix. */
  readonly digits: string
  /** The digit from which the offsets of dynamic parameters count. */
  readonly dataStart: number
  /**
   * The first thing found wrong. Reading goes on with zeros, and nothing that
   * was read may be used: a log costs no exception, however often it is sent.
   */
  flaw: LogFlaw | undefined
}

const digitsPattern = /^[0-9a-f]*$/
const topicLength = 66

export function createLogReader({ topics, data }: ContractLog): LogReader {
  const indexed = joinIndexed(topics)
  if (indexed === undefined || !isPrefixed(data) || data.length % 2 !== 0)
    return { digits: '', dataStart: 0, flaw: 'malformedHex' }
  const digits = toLowerCaseDigits(indexed + data.slice(2))
  if (digits === undefined)
    return { digits: '', dataStart: 0, flaw: 'malformedHex' }
  return { digits, dataStart: indexed.length, flaw: undefined }
}

/** Nodes send lower case, so a second look is rare. */
function toLowerCaseDigits(text: string): string | undefined {
  if (digitsPattern.test(text)) return text
  const lowerCase = text.toLowerCase()
  return digitsPattern.test(lowerCase) ? lowerCase : undefined
}

function joinIndexed(topics: readonly string[]): string | undefined {
  let digits = ''
  for (let index = 1; index < topics.length; index++) {
    const topic = topics[index]
    if (topic?.length !== topicLength || !isPrefixed(topic)) return undefined
    digits += topic.slice(2)
  }
  return digits
}

function isPrefixed(hex: string): boolean {
  return hex.startsWith('0x')
}

const addressPattern = /^0x[0-9a-fA-F]{40}$/

/** Who emitted the log. */
export function readEmitter(reader: LogReader, address: string): Address {
  if (addressPattern.test(address))
    return checksum(address.slice(2).toLowerCase())
  fail(reader, 'malformedHex')
  return zeroAddress
}

/* Each of the following reads the parameter at `index` of the signature. */

export function readUint(reader: LogReader, index: number): bigint {
  return uintAt(reader, index * wordLength)
}

export function readAddress(reader: LogReader, index: number): Address {
  return addressAt(reader, index * wordLength)
}

export function readBytes32(reader: LogReader, index: number): Hex {
  return `0x${wordAt(reader, index * wordLength)}`
}

export function readBytes4(reader: LogReader, index: number): Hex {
  const word = wordAt(reader, index * wordLength)
  if (!word.endsWith(selectorPadding)) fail(reader, 'dirtyPadding')
  return `0x${word.slice(0, 8)}`
}

export function readBoolean(reader: LogReader, index: number): boolean {
  const value = readUint(reader, index)
  if (value > 1n) fail(reader, 'invalidBoolean')
  return value === 1n
}

/** `Enum.Operation`: 0 is a call, 1 a delegatecall. */
export function readOperation(reader: LogReader, index: number): 0 | 1 {
  const value = readUint(reader, index)
  if (value > 1n) fail(reader, 'invalidOperation')
  return value === 1n ? 1 : 0
}

export function readBytes(reader: LogReader, index: number): Hex {
  const { start, end } = locateBytes(reader, index)
  return `0x${reader.digits.slice(start, end)}`
}

export function readUints(reader: LogReader, index: number): bigint[] {
  return locateItems(reader, index).map((position) => uintAt(reader, position))
}

export function readAddresses(reader: LogReader, index: number): Address[] {
  return locateItems(reader, index).map((position) =>
    addressAt(reader, position),
  )
}

/** `abi.encode(nonce, msg.sender, threshold)` inside of `bytes`. */
export function readAdditionalInfo(reader: LogReader, index: number) {
  const { start, end } = locateBytes(reader, index)
  if (end - start < 3 * wordLength) {
    fail(reader, 'malformedAdditionalInfo')
    return { nonce: 0n, sender: zeroAddress, threshold: 0n }
  }
  return {
    nonce: uintAt(reader, start),
    sender: addressAt(reader, start + wordLength),
    threshold: uintAt(reader, start + 2 * wordLength),
  }
}

/** Keeps the first flaw: what follows it may only be its consequence. */
export function fail(reader: LogReader, flaw: LogFlaw): void {
  reader.flaw ??= flaw
}

/* Below, positions and lengths count digits. */

const wordLength = 64
const zeroWord = '0'.repeat(wordLength)
const addressPadding = '0'.repeat(24)
const selectorPadding = '0'.repeat(56)
const countPadding = '0'.repeat(56)

function wordAt(reader: LogReader, position: number): string {
  if (position + wordLength > reader.digits.length) {
    fail(reader, 'outOfBounds')
    return zeroWord
  }
  return reader.digits.slice(position, position + wordLength)
}

function uintAt(reader: LogReader, position: number): bigint {
  return BigInt(`0x${wordAt(reader, position)}`)
}

function addressAt(reader: LogReader, position: number): Address {
  const word = wordAt(reader, position)
  if (!word.startsWith(addressPadding)) fail(reader, 'dirtyPadding')
  return checksum(word.slice(24))
}

/** An offset or a length: more than 32 bits is outside of any log. */
function countAt(reader: LogReader, position: number): number {
  const word = wordAt(reader, position)
  if (word.startsWith(countPadding)) return Number.parseInt(word.slice(56), 16)
  fail(reader, 'outOfBounds')
  return 0
}

function locateBytes(
  reader: LogReader,
  index: number,
): { start: number; end: number } {
  const { start, count } = locateTail(reader, index)
  const end = start + count * 2
  if (end <= reader.digits.length) return { start, end }
  fail(reader, 'outOfBounds')
  return { start: 0, end: 0 }
}

function locateItems(reader: LogReader, index: number): number[] {
  const { start, count } = locateTail(reader, index)
  if (start + count * wordLength <= reader.digits.length)
    return Array.from({ length: count }, (_, item) => start + item * wordLength)
  fail(reader, 'outOfBounds')
  return []
}

/** Where a dynamic parameter's content starts, and the count before it. */
function locateTail(
  reader: LogReader,
  index: number,
): { start: number; count: number } {
  const offset = countAt(reader, index * wordLength)
  const position = reader.dataStart + offset * 2
  return {
    start: position + wordLength,
    count: countAt(reader, position),
  }
}
