/**
 * Text that somebody else chose, fit to stand in our sentences: no line
 * breaks, no spaces, nothing invisible, nothing that changes direction, no
 * marks piled upon letters, and short.
 */
export function toVisibleText(text: unknown): string {
  if (typeof text !== 'string') return ''
  const visible = text.slice(0, 1000).normalize('NFC').replace(hidden, '')
  // By code points: half of a pair is no character.
  return [...visible].slice(0, 20).join('')
}

/** U+2800 is a braille pattern without dots, blank but not a space. */
const hidden = /[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]+/gu
