/* Why the next waiting transaction is not executed with the others. */

export function writeTooFew(nonce: bigint): string {
  return `Nonce ${nonce} has too few signatures.`
}

export function writeSeveral(nonce: bigint): string {
  return `Several transactions at nonce ${nonce} have enough signatures. Execute one of them on its own.`
}

export function writeMostAtOnce(most: number): string {
  return `At most ${most} transactions can be executed together.`
}
