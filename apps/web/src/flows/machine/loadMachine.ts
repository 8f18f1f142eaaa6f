/** What every flow leads through, from its form to its progress. */
export function loadMachine() {
  return import('./FlowDialog.js')
}
