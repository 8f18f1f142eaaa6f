import { sql } from 'kysely'
import type { Store } from '../store/openStore.js'

/** What the next release may do while this one runs: every table gets a column. */
export async function migrateAsNewer(store: Store): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not like 'kysely%'
  `.execute(store)
  for (const { name } of rows)
    await sql`
      alter table ${sql.table(name)} add column newer text default 'newer'
    `.execute(store)
  await sql`
    insert into kysely_migration (name, timestamp)
    values ('9999_newer', now()::text)
  `.execute(store)
}
