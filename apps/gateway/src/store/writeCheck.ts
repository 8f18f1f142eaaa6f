import { sql } from 'kysely'
import type { Store } from './openStore.js'

export type WriteCheck = {
  /** Why the database cannot write; undefined: it can. */
  findProblem(): Promise<string | undefined>
}

/** One check serves all who ask within this time. */
const keptMs = 5_000

/**
 * Tries whether there is room on the database's disk. A row would mostly fit
 * into a page that the tables have already; a temporary file needs new room
 * every time, lies beside the tables, and leaves nothing behind.
 */
export function createWriteCheck(
  store: Store,
  now: () => number = () => performance.now(),
): WriteCheck {
  let last: { at: number; problem: Promise<string | undefined> } | undefined
  return {
    findProblem() {
      if (last && now() - last.at <= keptMs) return last.problem
      const problem = writeTemporaryFile(store)
      last = { at: now(), problem }
      // A problem may be over by the next time.
      void problem.then((found) => {
        if (found !== undefined) last = undefined
      })
      return problem
    },
  }
}

/** About a megabyte: more than the smallest memory for one step of a query. */
async function writeTemporaryFile(store: Store): Promise<string | undefined> {
  try {
    await store.transaction().execute(async (transaction) => {
      await sql`set local work_mem = '64kB'`.execute(transaction)
      await sql`select count(*) from generate_series(1, 50000)`.execute(
        transaction,
      )
    })
    return undefined
  } catch (error) {
    const { code } = error as { code?: unknown }
    return code === '53100'
      ? 'The disk of the database is full. Nothing can be saved until there is room.'
      : `The database cannot write (${String(code ?? 'no code')}). Its log says why.`
  }
}
