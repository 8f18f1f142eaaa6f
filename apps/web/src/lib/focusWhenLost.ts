/**
 * For the `ref` of a heading: a step that goes takes the focus with it, and
 * anyone who reads by ear or by keyboard would begin at the top of the page.
 * Focus that is somewhere stays there.
 */
export function focusWhenLost(element: HTMLElement | null): void {
  if (element && document.activeElement === document.body) element.focus()
}
