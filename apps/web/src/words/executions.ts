import { formatNumber } from '../lib/formatCount.js'

/* What came of something that was signed or sent. */

export const executionWords = {
  failed: 'The transaction was executed and failed.',
  executed: 'The transaction was executed.',
  ready:
    'The transaction has enough signatures. Execute it when its nonce is next.',
  callFailed: 'A call in this transaction failed.',
} as const

export function writeSuperseded(nonce: bigint): string {
  return `Another transaction was executed at nonce ${nonce}. This one can no longer be executed.`
}

export function writeOutOfGas(gas: bigint): string {
  return `The execution ran out of gas: the gas limit of ${formatNumber(gas)} was too low. Execute again with a higher limit.`
}

/** Of a transaction that was signed too late, whatever took its nonce. */
export function writeSignedInVain(nonce: bigint, current: bigint): string {
  return `Nonce ${nonce} is already used: the safe is at nonce ${current}. Your signature can no longer be used to execute this transaction.`
}
