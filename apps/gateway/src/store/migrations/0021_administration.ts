import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** What those who look after the gateway want to know afterwards. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table backup_run (
      id bigint generated always as identity primary key,
      started_at timestamptz not null,
      rows integer,
      bytes bigint,
      problem text
    )
  `.execute(database)
  await sql`
    create table audit_entry (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      -- The account that did it; null: the operator, on the machine itself.
      account bytea check (length(account) = 20),
      act text not null,
      -- What it was done to, in words, without secrets.
      subject text not null
    )
  `.execute(database)
}
