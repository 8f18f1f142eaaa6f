import type { Store } from './openStore.js'

export type BackupRun = {
  startedAt: Date
  /** Null where it failed. */
  rows: number | null
  bytes: bigint | null
  problem: string | null
}

const mostRuns = 100n

/** For those who look after the gateway; the oldest are forgotten. */
export async function noteBackup(store: Store, run: BackupRun): Promise<void> {
  const { startedAt: started_at, rows, bytes, problem } = run
  const { id } = await store
    .insertInto('backup_run')
    .values({ started_at, rows, bytes, problem })
    .returning('id')
    .executeTakeFirstOrThrow()
  await store
    .deleteFrom('backup_run')
    .where('id', '<=', id - mostRuns)
    .execute()
}

/** The last that succeeded, and the last that failed since. */
export async function readLastBackups(
  store: Store,
): Promise<{ last: BackupRun | null; failed: BackupRun | null }> {
  const rows = await store
    .selectFrom('backup_run')
    .selectAll()
    .orderBy('id', 'desc')
    .execute()
  const done = rows.findIndex(({ problem }) => problem === null)
  const since = done < 0 ? rows : rows.slice(0, done)
  return { last: toRun(rows[done]), failed: toRun(since[0]) }
}

function toRun(
  row: (Omit<BackupRun, 'startedAt'> & { started_at: Date }) | undefined,
): BackupRun | null {
  if (!row) return null
  const { started_at: startedAt, rows, bytes, problem } = row
  return { startedAt, rows, bytes, problem }
}
