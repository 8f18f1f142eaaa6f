import type { Hex } from 'viem'

/** Beyond this nobody reads a name. */
export const longestName = 60

/**
 * Text as contracts return it: an ABI string, or the bytes32 of early tokens.
 * `undefined` when it is neither. Lengths are the contract's claim and are
 * held against what was returned.
 */
export function decodeText(
  returned: Hex,
  options: { maximumBytes: number },
): string | undefined {
  const { maximumBytes } = options
  const bytes = Buffer.from(returned.slice(2), 'hex')
  if (bytes.length === 32) return decodeFixed(bytes)
  const offset = readLength(bytes, 0)
  if (offset === undefined) return undefined
  const length = readLength(bytes, offset)
  if (length === undefined) return undefined
  const start = offset + 32
  if (start + length > bytes.length) return undefined
  return decoder.decode(
    bytes.subarray(start, start + Math.min(length, maximumBytes)),
  )
}

// Invalid bytes become U+FFFD.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function decodeFixed(bytes: Buffer): string {
  const end = bytes.indexOf(0)
  return decoder.decode(end === -1 ? bytes : bytes.subarray(0, end))
}

function readLength(bytes: Buffer, at: number): number | undefined {
  if (at + 32 > bytes.length) return undefined
  // A length that needs more than 48 bits is a lie.
  if (bytes.subarray(at, at + 26).some((byte) => byte !== 0)) return undefined
  return bytes.readUIntBE(at + 26, 6)
}

/** Controls, bidi marks, zero-width and other characters without a face. */
const invisible =
  /\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}|\p{Cn}|\u034f|[\u115f\u1160]|[\u17b4\u17b5]|[\u180b-\u180f]|[\u2800\u3164\uffa0]/gu

/** Marks stacked on one letter climb over the lines around. */
const stackedMarks = /(\p{M}{2})\p{M}+/gu

/** What can be shown in a line: visible characters and single spaces. */
export function cleanText(text: string, maximum: number): string {
  const visible = text
    .replace(/[\t-\r\p{Z}]+/gu, ' ')
    .replace(invisible, '')
    .replace(stackedMarks, '$1')
    .replace(/ +/g, ' ')
    .trim()
  const characters = [...visible]
  if (characters.length <= maximum) return visible
  return characters.slice(0, maximum).join('').trim()
}

/** Whether a text hides something from the eye. */
export function hidesCharacters(text: string): boolean {
  // Padding of old contracts with zeros at the end hides nothing.
  return text.replace(/\0+$/, '').search(invisible) !== -1
}
