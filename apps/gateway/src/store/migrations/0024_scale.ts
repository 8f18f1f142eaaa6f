import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { createIndexes, type Index } from '../buildIndexes.js'

export const indexes: readonly Index[] = [
  {
    name: 'watch_unread',
    table: 'watch',
    of: `(chain_id)
      where followed and complete_below is distinct from followed_from`,
  },
  {
    name: 'watch_waiting',
    table: 'watch',
    of: '(chain_id) where followed and followed_from is null',
  },
  {
    name: 'watch_beginning',
    table: 'watch',
    of: '(chain_id) where followed and wanted_from is null',
  },
]

export async function prepare(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table watch
      -- Nothing is missing from wanted_from to here. Where followed_from is
      -- another block by now, somebody has to look again.
      add column if not exists complete_below int8
  `.execute(database)
}

/** What keeps the cost of a block and of a write apart from the number of safes. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await prepare(database)
  await createIndexes(database, indexes)
  // A crash of the server empties it, which only lets writes through again.
  await sql`
    create unlogged table bucket (
      kind text not null,
      key text not null,
      -- Which of the spans that are counted one by one, since 1970.
      span int8 not null,
      count int4 not null,
      ends_at timestamptz not null,
      primary key (kind, key, span)
    )
  `.execute(database)
  await sql`
    create index bucket_end on bucket (ends_at)
  `.execute(database)
}
