/**
 * A review stands before it is judged: what judges it comes as one file, and
 * is asked for as soon as a form opens.
 */
export function loadHeavyHalf() {
  return import('./heavyHalf.js')
}
