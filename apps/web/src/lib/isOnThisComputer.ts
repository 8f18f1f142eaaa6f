/** The page is served to this computer alone: a folder, or a demo. */
export function isOnThisComputer(): boolean {
  const { hostname } = window.location
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
