import { environment, writeOriginsCookie } from './environment.js'

/**
 * Takes away all that this browser keeps for this site: what it remembers,
 * what waits in it, and the wallet's own notes. The app's files stay.
 */
export async function forgetBrowser(): Promise<void> {
  // Other tabs hear of it first, or they would write anew what they show.
  clearStorage()
  const databases = await indexedDB.databases()
  await Promise.all(
    databases.flatMap(({ name }) => (name ? removeDatabase(name) : [])),
  )
  // Whatever this page wrote meanwhile.
  clearStorage()
}

function clearStorage(): void {
  // Nobody hears that an empty store was cleared, nor this page of its own.
  environment.write({ gatewayUrl: null, rpcUrls: [] })
  localStorage.clear()
  sessionStorage.clear()
  writeOriginsCookie(environment.read())
}

/**
 * Anyone who has it open lets go of it, in other tabs too. A library that
 * doesn't holds it until its page is gone, which is when browsers delete it.
 */
function removeDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const removing = indexedDB.deleteDatabase(name)
    removing.onsuccess = () => resolve()
    removing.onblocked = () => resolve()
    removing.onerror = () => reject(removing.error)
  })
}
