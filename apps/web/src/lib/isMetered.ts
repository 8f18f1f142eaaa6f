/** Anyone who pays by the byte has asked the browser to save them. */
export function isMetered(): boolean {
  const { connection } = navigator as Navigator & {
    connection?: { saveData?: boolean }
  }
  return connection?.saveData === true
}
