import { choosePlural, formatCount, listWords } from '../lib/formatCount.js'

/** Of signatures that this browser has not verified yet. */
export function writeUnchecked({ isReported }: { isReported: boolean }) {
  return isReported ? 'reported by the gateway' : 'not checked yet'
}

export const uncheckedWords = 'not checked'

/** Of what only the chain can tell, and did not. */
export function writeUncounted(count: number): string {
  const verb = choosePlural(count, { one: 'doesn’t', other: 'don’t' })
  return `${formatCount(count, 'signature')} couldn’t be checked and ${verb} count.`
}

/** Of what this browser keeps itself and nobody counts. */
export function writeStale(reason: string): string {
  return `This browser keeps a signature by this owner that doesn’t count. ${reason}`
}

/** Of what is not handed on with the others. */
export function writeLeftOut(signers: readonly string[]): string {
  const are = choosePlural(signers.length, { one: 'is', other: 'are' })
  return `${formatCount(signers.length, 'signature')} ${are} left out, because only the chain can confirm a signature by ${listWords(signers)}.`
}
