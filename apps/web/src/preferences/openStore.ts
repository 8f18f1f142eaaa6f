/** One store of an IndexedDB of its own. */
export function openStore(
  databaseName: string,
  storeName: string,
  /** What was read of it may be gone. */
  onGone: () => void = () => undefined,
) {
  /** Opening takes longer than reading, so it is done once. */
  let database: Promise<IDBDatabase> | undefined
  let wasOpen = false
  const drop = () => {
    database = undefined
    // Where it never opened nothing was read of it.
    if (wasOpen) onGone()
  }

  const open = async () => {
    const opening = indexedDB.open(databaseName, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
    const opened = await settle(opening)
    wasOpen = true
    // Somebody cleared the site's data, or wants to: the next one opens again.
    opened.onclose = drop
    opened.onversionchange = () => {
      opened.close()
      drop()
    }
    return opened
  }

  const begin = async (mode: IDBTransactionMode) => {
    database ??= open()
    return (await database).transaction(storeName, mode)
  }

  return {
    /** Undefined where it is forbidden. */
    async read<Result>(
      ask: (store: IDBObjectStore) => IDBRequest<Result>,
    ): Promise<Result | undefined> {
      try {
        const transaction = await begin('readonly')
        return await settle(ask(transaction.objectStore(storeName)))
      } catch {
        drop()
        return undefined
      }
    },
    /** All of it or nothing; false where it is full or forbidden. */
    async change(act: (store: IDBObjectStore) => void): Promise<boolean> {
      try {
        const transaction = await begin('readwrite')
        act(transaction.objectStore(storeName))
        // A reload undoes what waits to be written.
        transaction.commit()
        await complete(transaction)
        return true
      } catch {
        drop()
        return false
      }
    },
  }
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
