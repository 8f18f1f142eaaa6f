const databaseName = 'covault.v1.createSafe'
const storeName = 'drafts'
const key = 'current'

/**
 * IndexedDB for one draft. Where it is full or forbidden the page works all
 * the same and forgets.
 */
export const draftStore = {
  read: () => attempt('readonly', (store) => store.get(key)),
  write: (draft: unknown) =>
    attempt('readwrite', (store) => store.put(draft, key)),
  remove: () => attempt('readwrite', (store) => store.delete(key)),
}

async function attempt(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  try {
    const database = await openDatabase()
    const transaction = database.transaction(storeName, mode)
    const answer = await settle(ask(transaction.objectStore(storeName)))
    await complete(transaction)
    database.close()
    return answer
  } catch {
    return undefined
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(databaseName, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
  return settle(opening)
}

function settle<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** A reload can still undo what was only asked for. */
function complete(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
}
