/** Where it comes from, in the wire's JSON; null: from here, without a note. */
export function toOrigin(fields: {
  url?: string
  name?: string
  note?: string
}): string | null {
  return Object.keys(fields).length === 0 ? null : JSON.stringify(fields)
}
