import { concatenate } from '../payload.js'
import { toBytewords } from './bytewords.js'
import { encodeBytes, encodeListHead, encodeUint } from './cbor.js'
import { chooseFragments } from './chooseFragments.js'
import { crc32 } from './crc32.js'
import { FramesTooLargeError } from './frameErrors.js'

export type Frames = {
  /** 1: a single code has everything. */
  count: number
  /** The text of a frame, from 1 on; those after `count` are mixes. */
  frame(sequence: number): string
}

/** Letters of one code: version 20 of 40, which phones read from a screen. */
export const mostLettersInOne = 1_200

/** Bytes of a frame that is shown for a fifth of a second. */
const bytesInFrame = 200

/** At five frames a second these take two minutes. */
export const mostBytes = 64 * 1024

/**
 * BC-UR of BCR-2020-005, `ur:bytes`, in the capitals of QR's compact mode:
 * anyone who watches may miss any frame and begin with any.
 */
export function encodeFrames(payload: Uint8Array): Frames {
  const message = encodeBytes(payload)
  if (message.length > mostBytes)
    throw new FramesTooLargeError({ size: message.length, most: mostBytes })
  const single = `UR:BYTES/${toBytewords(message).toUpperCase()}`
  if (single.length <= mostLettersInOne)
    return { count: 1, frame: () => single }
  return splitMessage(message, { most: bytesInFrame })
}

/** Frames of equal fragments that are at most so large. */
export function splitMessage(
  message: Uint8Array,
  { most }: { most: number },
): Frames {
  const count = Math.ceil(message.length / most)
  const size = Math.ceil(message.length / count)
  const checksum = crc32(message)
  const fragments = Array.from({ length: count }, (_, index) =>
    padTo(size, message.subarray(index * size, (index + 1) * size)),
  )
  return {
    count,
    frame: (sequence) => {
      const indexes = chooseFragments({ sequence, count, checksum })
      const data = addUp(
        indexes.map((index) => fragments[index]),
        size,
      )
      const body = concatenate([
        encodeListHead(5),
        ...[sequence, count, message.length, checksum].map(encodeUint),
        encodeBytes(data),
      ])
      const words = toBytewords(body).toUpperCase()
      return `UR:BYTES/${sequence}-${count}/${words}`
    },
  }
}

function padTo(size: number, bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(size)
  padded.set(bytes)
  return padded
}

/** Addition of bits: adding the same once more takes it away. */
function addUp(
  fragments: readonly (Uint8Array | undefined)[],
  size: number,
): Uint8Array {
  const sum = new Uint8Array(size)
  for (const fragment of fragments)
    fragment?.forEach((byte, at) => {
      sum[at] = (sum[at] ?? 0) ^ byte
    })
  return sum
}
