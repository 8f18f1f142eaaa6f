/** Enough for any honest name; a screen is not taken over by a long one. */
const longest = 80

/**
 * A name or a sentence that somebody else chose. What cannot be seen, turns
 * the direction of text or piles marks upon letters becomes a sign that
 * something is there: nothing is dropped in silence.
 */
export function toForeignText(text: string, limit = longest): string {
  const shown = text
    .slice(0, limit * 20)
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(unseen, '\uFFFD')
    .replace(piledMarks, '\uFFFD')
    .trim()
  // By code points: half of a pair is no character.
  const characters = [...shown]
  return characters.length > limit
    ? `${characters.slice(0, limit - 1).join('')}…`
    : shown
}

/** U+2800 is a braille pattern without dots, blank but not a space. */
export const unseen =
  /(?:[\p{C}\u2800]|(?![\p{M} ])\p{Default_Ignorable_Code_Point})+/gu

/** Letters of some languages carry two; three are an attack. */
export const piledMarks = /\p{M}{3,}/gu
