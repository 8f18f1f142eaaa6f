// Text of strangers may hold characters that nobody sees, that turn the order of
// what is read, or that move the cursor of a terminal.

const hidden =
  /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu
/** These change what is read, not only what is signed. */
const deceiving = /[\p{Cc}\p{Bidi_Control}]/u

const nameOf = (character: string) =>
  `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`

/** Every such character by its number; lines stay lines. */
export function reveal(text: string): string {
  return text.replaceAll(hidden, (one) => `⟨${nameOf(one)}⟩`)
}

/** On one line. */
export function revealLine(text: string): string {
  return reveal(text).replaceAll('\n', '⟨U+000A⟩')
}

export function findHidden(texts: readonly string[]): {
  names: readonly string[]
  isDeceiving: boolean
} {
  const found = new Set(texts.flatMap((text) => text.match(hidden) ?? []))
  return {
    names: [...found].map(nameOf),
    isDeceiving: [...found].some((one) => deceiving.test(one)),
  }
}
