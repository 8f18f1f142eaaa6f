type Origin = { url?: string; name?: string; note?: string }

/** Characters that the gateway takes. */
const longestOrigin = 200

/**
 * Where it comes from, in the wire's JSON; null: from here, without a note.
 * What is too long would be refused with the signature, and nobody could
 * change it any more: the name of the app goes first, then the note's end,
 * then the app's address.
 */
export function toOrigin(fields: Origin): string | null {
  const { name: _, ...nameless } = fields
  const { url: __, ...bare } = nameless
  const forms = [fields, nameless, shorten(nameless), shorten(bare)]
  const found = forms.find(isShort)
  return found && Object.keys(found).length > 0 ? JSON.stringify(found) : null
}

/** As much of the note as there is room for; none of it: no note. */
function shorten({ note = '', ...others }: Origin): Origin {
  const characters = [...note].slice(0, longestOrigin)
  while (characters.length > 0) {
    const cut = { ...others, note: characters.join('') }
    if (isShort(cut)) return cut
    characters.pop()
  }
  return others
}

/** The gateway writes a note into it, if only an empty one. */
function isShort({ note, ...others }: Origin): boolean {
  const written = JSON.stringify({ ...others, note: note ?? null })
  return written.length <= longestOrigin
}
