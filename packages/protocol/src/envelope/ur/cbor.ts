import { concatenate } from '../payload.js'
import { DamagedFrameError } from './frameErrors.js'

/*
 * The little of RFC 8949 that BC-UR needs: unsigned integers up to 32 bits,
 * byte strings and a list of five, each in its shortest form.
 */

const majors = { uint: 0, bytes: 2, list: 4 } as const

export function encodeUint(value: number): Uint8Array {
  return encodeHead(majors.uint, value)
}

export function encodeBytes(bytes: Uint8Array): Uint8Array {
  return concatenate([encodeHead(majors.bytes, bytes.length), bytes])
}

export function encodeListHead(length: number): Uint8Array {
  return encodeHead(majors.list, length)
}

function encodeHead(major: number, value: number): Uint8Array {
  const first = major << 5
  if (value < 24) return Uint8Array.of(first | value)
  if (value < 0x100) return Uint8Array.of(first | 24, value)
  if (value < 0x10000) return Uint8Array.of(first | 25, value >>> 8, value)
  return Uint8Array.of(
    ...[first | 26, value >>> 24, value >>> 16, value >>> 8, value],
  )
}

export type CborReader = {
  readUint(): number
  readBytes(): Uint8Array
  readListHead(): number
  /** Nothing may follow. */
  end(): void
}

export function createCborReader(bytes: Uint8Array): CborReader {
  let at = 0
  const readByte = () => {
    const byte = bytes[at++]
    if (byte === undefined) throw new DamagedFrameError()
    return byte
  }
  const readHead = (major: number) => {
    const first = readByte()
    if (first >> 5 !== major) throw new DamagedFrameError()
    const short = first & 31
    const length = [1, 2, 4][short - 24]
    if (short < 24) return short
    if (length === undefined) throw new DamagedFrameError()
    let value = 0
    for (let index = 0; index < length; index++)
      value = value * 256 + readByte()
    return value
  }
  return {
    readUint: () => readHead(majors.uint),
    readListHead: () => readHead(majors.list),
    readBytes: () => {
      const length = readHead(majors.bytes)
      if (at + length > bytes.length) throw new DamagedFrameError()
      at += length
      return bytes.subarray(at - length, at)
    },
    end: () => {
      if (at !== bytes.length) throw new DamagedFrameError()
    },
  }
}
