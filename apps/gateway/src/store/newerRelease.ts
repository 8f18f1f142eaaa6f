import { BaseError } from '@covault/protocol'
import { type Kysely, sql } from 'kysely'
import type { Database } from './database.js'

// While a release is rolled out, processes of the one before it work on the
// database that the new one has migrated: migrations add, and a release no
// longer asks for what the next one takes away. A migration that an older
// release cannot live with says so in `release_floor`.

/** What was done to the database so far. */
export async function listMigrations(
  store: Kysely<Database>,
): Promise<string[]> {
  const table = await sql<{ name: string | null }>`
    select to_regclass('kysely_migration')::text as name
  `.execute(store)
  if (!table.rows[0]?.name) return []
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name
  `.execute(store)
  return rows.map(({ name }) => name)
}

/** What a release after this one has done to it. */
export function listNewer(
  done: readonly string[],
  known: readonly string[],
): string[] {
  // Anyone who has not all of ours is no newer release, and Kysely says so.
  if (known.some((name) => !done.includes(name))) return []
  const last = known.toSorted().at(-1) ?? ''
  return done.filter((name) => name > last)
}

/** Refuses where what was done leaves no room for this release. */
export async function assertBeside(
  store: Kysely<Database>,
  known: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ migration: string }>`
    select migration from release_floor
  `.execute(store)
  const needed = rows.map(({ migration }) => migration)
  if (needed.some((name) => !known.includes(name))) throw new TooOldError()
}

class TooOldError extends BaseError {
  override name = 'TooOldError'
  constructor() {
    super(
      'A newer release has changed the database in a way that this release can’t work with. Start the newer release.',
    )
  }
}
