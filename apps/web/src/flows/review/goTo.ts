/** Leads eye and focus to a part of the page; the address stays as it is. */
export function goTo(part: HTMLElement | null): void {
  part?.scrollIntoView()
  part?.focus({ preventScroll: true })
}
