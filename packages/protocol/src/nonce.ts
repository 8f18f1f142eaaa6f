/*
 * A safe executes its transactions in the order of their nonces, one per
 * nonce. Several may be proposed for one nonce; the first executed wins.
 */

/** The first nonce nobody has used: after the highest known, or the safe's. */
export function recommendNonce({
  current,
  proposed,
}: {
  /** `nonce()` of the safe: what the next execution must have. */
  current: bigint
  /** Nonces of all trusted transactions, executed ones included. */
  proposed: readonly bigint[]
}): bigint {
  return proposed.reduce(
    (next, nonce) => (nonce >= next ? nonce + 1n : next),
    current,
  )
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

export type NonceGap = { from: bigint; to: bigint }

/** Nonces that must be filled before all queued ones can run, both inclusive. */
export function findNonceGaps({
  current,
  queued,
}: {
  current: bigint
  queued: readonly bigint[]
}): NonceGap[] {
  const gaps: NonceGap[] = []
  let expected = current
  for (const nonce of [...queued].sort((a, b) => (a < b ? -1 : 1))) {
    if (nonce > expected) gaps.push({ from: expected, to: nonce - 1n })
    if (nonce >= expected) expected = nonce + 1n
  }
  return gaps
}
