import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Who may see what, where the gateway is for members. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // A contract that signed in on one chain may be another's elsewhere.
  await sql`
    alter table session add column any_chain boolean not null default false
  `.execute(database)
  await sql`
    alter table service_token
      drop constraint service_token_name_key,
      add column id uuid not null unique default gen_random_uuid(),
      -- The member who made it; null: the operator did, for every safe.
      add column account bytea check (length(account) = 20),
      add column scope text not null default 'read'
        check (scope in ('read', 'propose')),
      add column last_used_at timestamptz
  `.execute(database)
  await sql`
    create unique index service_token_name on service_token (name)
      where account is null
  `.execute(database)
  await sql`
    create index service_token_account on service_token (account)
  `.execute(database)
  await sql`
    create table service_token_safe (
      token_hash bytea not null
        references service_token on delete cascade,
      chain_id int8 not null,
      safe bytea not null check (length(safe) = 20),
      primary key (token_hash, chain_id, safe)
    )
  `.execute(database)
}
