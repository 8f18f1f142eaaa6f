/** Where a proposal comes from, as JSON text, and what its proposer noted. */
export type ProposalOrigin = { origin: string | null; note: string | null }

/**
 * What is no JSON object becomes nothing; of what is one, the note is
 * replaced by its plain text.
 */
export function readOrigin(text: string | null): ProposalOrigin {
  const fields = parseObject(text)
  if (!fields) return { origin: null, note: null }
  const note =
    typeof fields.note === 'string' ? toPlainText(fields.note) || null : null
  return { origin: JSON.stringify({ ...fields, note }), note }
}

function parseObject(text: string | null): Record<string, unknown> | undefined {
  if (!text) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** Without markup and control characters: other front ends may show it raw. */
export function toPlainText(text: string): string {
  let plain = text
  // What is taken out may leave new markup; callers bound the text, so the
  // number of rounds too.
  for (let before = ''; before !== plain; ) {
    before = plain
    plain = plain.replace(/<[a-z/!?][^>]*>?/gi, '')
  }
  return plain.replace(/\p{Cc}+/gu, ' ').trim()
}
