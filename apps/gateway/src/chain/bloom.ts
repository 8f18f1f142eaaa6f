import { type Hex, hexToBytes, keccak256 } from 'viem'

/** The three bits (yellow paper, 4.3.1) an address or topic sets in a block's bloom. */
export type BloomBits = readonly [number, number, number]

export function getBloomBits(value: Hex): BloomBits {
  const hash = keccak256(hexToBytes(value), 'bytes')
  const at = (index: number) =>
    (((hash[index] ?? 0) << 8) | (hash[index + 1] ?? 0)) & 2047
  return [at(0), at(2), at(4)]
}

export function bloomMayContain(bloom: Buffer, bits: BloomBits): boolean {
  return bits.every((bit) => {
    const byte = bloom[255 - (bit >> 3)] ?? 0
    return (byte & (1 << (bit & 7))) !== 0
  })
}

/** Some nodes leave it empty: that says nothing. */
export function isBloomUsable(bloom: Buffer): boolean {
  return bloom.length === 256 && bloom.some((byte) => byte !== 0)
}

export function countBits(bloom: Buffer): number {
  let count = 0
  for (const byte of bloom)
    for (let rest = byte; rest > 0; rest >>= 1) count += rest & 1
  return count
}

/** Whether a bloom names nothing but what these values set in it. */
export function isBloomOf(bloom: Buffer, values: Iterable<Hex>): boolean {
  const rest = Buffer.from(bloom)
  for (const value of values)
    for (const bit of getBloomBits(value)) {
      const at = 255 - (bit >> 3)
      rest[at] = (rest[at] ?? 0) & ~(1 << (bit & 7))
    }
  return rest.every((byte) => byte === 0)
}

export function readBloom({ logsBloom }: { logsBloom: Hex }): Buffer {
  return Buffer.from(logsBloom.slice(2), 'hex')
}
