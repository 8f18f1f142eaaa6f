/** Of signatures that this browser has not verified yet. */
export function writeUnchecked({ isReported }: { isReported: boolean }) {
  return isReported ? 'reported by the gateway' : 'not checked yet'
}
