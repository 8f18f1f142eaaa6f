/* What is wrong with a nonce that somebody typed, and what to know about it. */

export const nonceWords =
  'The place in the order: transactions are executed nonce by nonce, and each nonce is used once.'

export const nonceErrors = {
  notWhole: 'Enter the nonce as a whole number.',
  tooHigh: 'This nonce is too high.',
} as const

export function writeUsedNonce(nonce: bigint, current: bigint): string {
  return `Nonce ${nonce} is already used. Choose ${current} or higher.`
}

export function writeDistantNonce(nonce: bigint, last: bigint): string {
  return `Nonce ${nonce} is too far ahead. Choose ${last} or lower.`
}

export function writeFarNonce(nonce: bigint, free: bigint): string {
  return `Nonce ${nonce} is far ahead: ${nonce - free} other nonces come first. The first free nonce is ${free}.`
}

export function writeTakenNonce(nonce: bigint): string {
  return `A transaction is already waiting at nonce ${nonce}. Only one can be executed.`
}

/** As a noun: a headline alone reads like an order. */
export function nameConflicting({
  headline,
  nonce,
  isRejection,
}: {
  headline: string
  nonce: bigint
  isRejection: boolean
}): string {
  return isRejection ? `a rejection of nonce ${nonce}` : `“${headline}”`
}

export function writeNonceGap(nonce: bigint, free: bigint): string {
  return `Nonce ${nonce} leaves a gap: execute a transaction at nonce ${free} first.`
}

export function writeEarlyNonce(nonce: bigint): string {
  return `Nonce ${nonce} comes before the waiting transactions.`
}
