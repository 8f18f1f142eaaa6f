import { environment, writeOriginsCookie } from './environment.js'

/**
 * Takes away all that this browser keeps for this site: what it remembers,
 * what waits in it, and the wallet's own notes. The app's files stay.
 */
export async function forgetBrowser(): Promise<void> {
  const databases = await indexedDB.databases()
  await Promise.all(
    databases.flatMap(({ name }) => (name ? removeDatabase(name) : [])),
  )
  localStorage.clear()
  sessionStorage.clear()
  writeOriginsCookie(environment.read())
}

/** Anyone who has it open lets go of it, in other tabs too. */
function removeDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const removing = indexedDB.deleteDatabase(name)
    removing.onsuccess = () => resolve()
    removing.onerror = () => reject(removing.error)
  })
}
