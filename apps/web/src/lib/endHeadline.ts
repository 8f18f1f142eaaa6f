/** A full stop, but none that could be read as part of an address. */
export function endHeadline(words: string): string {
  return /0x[0-9a-fA-F]{40}$/.test(words) ? words : `${words}.`
}
