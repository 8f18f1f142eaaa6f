import { type AbiEvent, type AbiParameter, type Hex, hexToBytes } from 'viem'

/*
 * For tests: a second, slow statement of which logs are sound, written after
 * the code that Solidity's ABI coder v2 generates: each check here is a revert
 * there.
 */

type Layout = { type: string; name?: string | undefined }

export function isSound(
  { inputs, name }: AbiEvent,
  log: { topics: readonly Hex[]; data: Hex },
): boolean {
  const indexed = inputs.filter((input) => input.indexed)
  const unindexed = inputs.filter((input) => !input.indexed)
  const data = hexToBytes(log.data)
  const isTopicSound = ({ type }: AbiParameter, index: number) =>
    isWordSound({ type }, hexToBytes(log.topics[index + 1] ?? '0x'), 0n)
  return (
    indexed.every(isTopicSound) &&
    unindexed.every((input, index) =>
      isParameterSound(input, data, BigInt(index) * 32n),
    ) &&
    (name !== 'TransferBatch' || countItems(data, 0n) === countItems(data, 32n))
  )
}

function isParameterSound(
  layout: Layout,
  data: Uint8Array,
  head: bigint,
): boolean {
  if (layout.type === 'bytes') return areBytesSound(layout, data, head)
  if (layout.type.endsWith('[]')) return isListSound(layout, data, head)
  return isWordSound(layout, data, head)
}

function isWordSound(
  { type }: Layout,
  data: Uint8Array,
  position: bigint,
): boolean {
  const word = readWord(data, position)
  if (word === undefined) return false
  if (type === 'address') return word < 2n ** 160n
  // The only uint8 of our events is an enumeration of two.
  if (type === 'bool' || type === 'uint8') return word < 2n
  if (type === 'bytes4') return word % 2n ** 224n === 0n
  return true
}

function areBytesSound(
  { name }: Layout,
  data: Uint8Array,
  head: bigint,
): boolean {
  const start = findTail(data, head)
  if (start === undefined) return false
  const length = readWord(data, start)
  if (length === undefined) return false
  const end = start + 32n + length
  if (end > BigInt(data.length)) return false
  if (name !== 'additionalInfo') return true
  const content = data.slice(Number(start) + 32, Number(end))
  return ['uint256', 'address', 'uint256'].every((type, index) =>
    isWordSound({ type }, content, BigInt(index) * 32n),
  )
}

function isListSound(
  { type }: Layout,
  data: Uint8Array,
  head: bigint,
): boolean {
  const start = findTail(data, head)
  const count = countItems(data, head)
  if (start === undefined || count === undefined) return false
  if (start + 32n + count * 32n > BigInt(data.length)) return false
  return Array.from({ length: Number(count) }).every((_, index) =>
    isWordSound(
      { type: type.slice(0, -2) },
      data,
      start + 32n + BigInt(index) * 32n,
    ),
  )
}

function countItems(data: Uint8Array, head: bigint): bigint | undefined {
  const start = findTail(data, head)
  return start === undefined ? undefined : readWord(data, start)
}

function findTail(data: Uint8Array, head: bigint): bigint | undefined {
  const offset = readWord(data, head)
  return offset !== undefined && offset < 2n ** 64n ? offset : undefined
}

function readWord(data: Uint8Array, position: bigint): bigint | undefined {
  if (position + 32n > BigInt(data.length)) return undefined
  const bytes = data.slice(Number(position), Number(position) + 32)
  return bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n)
}
