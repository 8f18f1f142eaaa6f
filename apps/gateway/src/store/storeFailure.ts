/** The database is away or ending; what was asked may be asked again. */
export function isStoreFailure(error: unknown): boolean {
  // Classes 08 (connection), 40 (transaction rolled back), 53 (resources) and
  // 57 (operator) of PostgreSQL; 25006: this server is no longer the primary.
  return (
    isLost(error) || /^(25006|(40|53|57)[0-9A-Z]{3})$/.test(readCode(error))
  )
}

/** What only spares work later is left out while nothing can be written. */
export async function ifWritable(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!isStoreFailure(error)) throw error
  })
}

/** It says more about the server than about the question. */
export function isHostFailure(error: unknown): boolean {
  return isLost(error) || /^(25006|57P0[1-3])$/.test(readCode(error))
}

function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = readCode(error)
  return (
    /^08[0-9A-Z]{3}$/.test(code) ||
    lostCodes.has(code) ||
    /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable/.test(
      error.message,
    )
  )
}

const lostCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
])

function readCode(error: unknown): string {
  const { code } = Object(error) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}
