import { type Kysely, sql } from 'kysely'

export type Index = {
  name: string
  table: string
  /** Its columns, and which rows it holds. */
  of: string
}

/** Creates them within a migration, unless `buildIndexes` has built them before. */
export async function createIndexes(
  database: Kysely<unknown>,
  indexes: readonly Index[],
): Promise<void> {
  for (const index of indexes)
    if ((await readState(database, index)) === 'missing')
      await sql`create index ${describe(index)}`.execute(database)
}

/**
 * Builds them while others read and write. What an interrupted build has left is
 * no index: it is dropped and built again.
 */
export async function buildIndexes<tables>(
  store: Kysely<tables>,
  indexes: readonly Index[],
): Promise<void> {
  for (const index of indexes)
    await store.connection().execute(async (session) => {
      await sql`set statement_timeout = 0`.execute(session)
      await waitForBuilder(session, index)
      const state = await readState(session, index)
      if (state === 'valid') return
      if (state === 'invalid')
        await sql`
          drop index concurrently ${sql.id(index.name)}
        `.execute(session)
      await sql`create index concurrently ${describe(index)}`.execute(session)
    })
}

function describe({ name, table, of }: Index) {
  return sql`${sql.id(name)} on ${sql.id(table)} ${sql.raw(of)}`
}

/**
 * The server goes on building for a process that was killed. Two builds on one
 * table would wait for each other; anyone who waits for a lock alone is not
 * waited for.
 */
async function waitForBuilder<tables>(
  session: Kysely<tables>,
  { table }: Index,
): Promise<void> {
  await session.transaction().execute((database) =>
    sql`
        lock table ${sql.id(table)} in share update exclusive mode
      `.execute(database),
  )
}

async function readState<tables>(
  database: Kysely<tables>,
  { name }: Index,
): Promise<'valid' | 'invalid' | 'missing'> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index
    where indexrelid = to_regclass(${name})
  `.execute(database)
  const [found] = rows
  if (!found) return 'missing'
  return found.valid ? 'valid' : 'invalid'
}
