/**
 * A sentence of which no line ends within a nonce, a count of signatures, or
 * an amount and its unit.
 */
export function keepTogether(sentence: string): string {
  return sentence
    .replace(/\b(nonce) (?=\d)/gi, '$1\u00A0')
    .replace(/\b(\d+) of (\d+) (?=signature)/g, '$1\u00A0of\u00A0$2\u00A0')
    .replace(/(\d) (?=[A-Za-z]{0,4}[A-Z]{2})/g, '$1\u00A0')
}
