/*
 * A safe executes its transactions in the order of their nonces, one per
 * nonce. Several may be proposed for one nonce; the first executed wins.
 */

/** Nonces that may stay free between what waits and what waits after it. */
const largestGap = 100n

/** What waits further ahead of a safe is not accepted. */
export const mostNoncesAhead = 10_000n

/**
 * The nonce after what waits, walked upward from the safe's own: beyond a
 * large gap somebody made a mistake, or wants the others to follow there.
 */
export function recommendNonce({
  current,
  waiting,
}: {
  /** `nonce()` of the safe: what the next execution must have. */
  current: bigint
  /** Nonces of the trusted transactions that wait, in any order. */
  waiting: readonly bigint[]
}): bigint {
  let next = current
  for (const nonce of [...waiting].sort((a, b) => (a < b ? -1 : 1))) {
    if (nonce - next > largestGap) break
    if (nonce >= next) next = nonce + 1n
  }
  return next
}

export type NonceState = 'used' | 'next' | 'later'

/** Only `next` can be executed now; `used` never again. */
export function getNonceState({
  current,
  nonce,
}: {
  current: bigint
  nonce: bigint
}): NonceState {
  if (nonce < current) return 'used'
  return nonce === current ? 'next' : 'later'
}
