/** Banner, footer and review say an outage in the same words. */
export function writeUnreachable(name: string): string {
  return `Can’t reach ${name}. Retrying…`
}
