// With the first script of the page: as little as must be known before a worker
// that the browser finds later can write to all that is kept.

/** What was kept then, as it was written. */
export type Beginning = {
  kept: string | undefined
  worker: string | undefined
  checked: string | undefined
}
let beginning: Promise<Beginning> | undefined

export async function readTexts(): Promise<Beginning> {
  const cache = await caches.open('covault-proof')
  const read = async (place: string) => (await cache.match(place))?.text()
  const [kept, worker, checked] = await Promise.all(
    ['/kept', '/worker', '/checked'].map(read),
  )
  return { kept, worker, checked }
}

/** Answers whether there is what this page must have come from. */
export function rememberKept(): Promise<boolean> {
  beginning = readTexts()
  return beginning.then(
    ({ kept }) => kept !== undefined,
    // It could not be read, which says nothing.
    () => true,
  )
}

/** What it was at first; where nobody looked then, what it is now. */
export const readBeginning = () => beginning ?? readTexts()

/** Whether the browser has another worker than the one that answered this page. */
export function hasFoundAnother(
  registration: ServiceWorkerRegistration | undefined,
): boolean {
  if (!registration) return false
  const { installing, waiting, active } = registration
  const { controller } = navigator.serviceWorker
  return Boolean(installing ?? waiting ?? (controller && active !== controller))
}

/**
 * Stays until a check has explained it: a worker may fail on purpose after it has
 * written what it wanted, and is then nowhere to be seen.
 */
export const found = { isUnexplained: false }

/** Tells of one that was found before, too. Answers with how to stop. */
export async function listenForFound(tell: () => void): Promise<() => void> {
  const known = await navigator.serviceWorker.getRegistration('/')
  const note = () => {
    found.isUnexplained = true
    tell()
  }
  known?.addEventListener('updatefound', note)
  if (found.isUnexplained || hasFoundAnother(known)) note()
  return () => known?.removeEventListener('updatefound', note)
}
