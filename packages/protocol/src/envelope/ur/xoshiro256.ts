import { sha256 } from 'viem'

/** Xoshiro256**, seeded with SHA-256 as BCR-2024-001 says: from 0 up to 1. */
export function createRandom(seed: Uint8Array): () => number {
  const digest = sha256(seed)
  const [a, b, c, d] = [0, 1, 2, 3].map((word) =>
    BigInt(`0x${digest.slice(2 + word * 16, 18 + word * 16)}`),
  )
  let [s0 = 0n, s1 = 0n, s2 = 0n, s3 = 0n] = [a, b, c, d]
  return () => {
    const result = wrap(rotate(wrap(s1 * 5n), 7n) * 9n)
    const shifted = wrap(s1 << 17n)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = rotate(s3, 45n)
    return Number(result) / 2 ** 64
  }
}

function wrap(value: bigint): bigint {
  return BigInt.asUintN(64, value)
}

function rotate(value: bigint, bits: bigint): bigint {
  return wrap(value << bits) | (value >> (64n - bits))
}
