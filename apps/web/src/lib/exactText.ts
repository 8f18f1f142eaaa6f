import { piledMarks, unseen } from './foreignText.js'

/**
 * As `toForeignText`, of what is signed: there spaces count. The end of a line is
 * a space.
 */
export function toExactText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .split('\t')
    .map((part) => part.replace(unseen, '\uFFFD').replace(piledMarks, '\uFFFD'))
    .join('\t')
}
