import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** What is told to receivers outside, and how far each has been told. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table outbox
      -- The first block a change is about; null: the one it names.
      add column from_block int8,
      drop constraint outbox_kind_check,
      add constraint outbox_kind_check check (kind in
        ('safe', 'queue', 'history', 'message', 'balance', 'reorg', 'delegate'))
  `.execute(database)
  await sql`
    create table notice (
      id int8 generated always as identity primary key,
      -- What receivers know it by, however often it is sent.
      event_id uuid not null unique default gen_random_uuid(),
      chain_id int8 not null,
      safe bytea not null check (length(safe) = 20),
      type text not null,
      -- What it tells of, so that it is told once; null: no longer true.
      key text,
      -- As it is sent: jsonb would sort the fields.
      body json not null,
      -- For texts, beside the body.
      facts json not null,
      block_number int8,
      happened_at timestamptz not null,
      created_at timestamptz not null default now()
    )
  `.execute(database)
  await sql`
    create unique index notice_key on notice (chain_id, safe, key)
      where key is not null
  `.execute(database)
  await sql`
    create index notice_safe on notice (chain_id, safe, id)
  `.execute(database)
  await sql`
    create index notice_created on notice (created_at)
  `.execute(database)
  await sql`
    create table notice_reader (
      one boolean primary key default true check (one),
      -- Changes of the outbox up to this one are notices, or were for nobody.
      position int8 not null
    )
  `.execute(database)
  await sql`
    insert into notice_reader (position)
    select coalesce(max(id), 0) from outbox
  `.execute(database)
  await sql`
    create table receiver (
      id uuid primary key default gen_random_uuid(),
      kind text not null check (kind in ('webhook', 'email')),
      form text not null check
        (form in ('events', 'slack', 'discord', 'telegram', 'email')),
      -- The member whose it is; null: the operator's, by its name.
      account bytea check (length(account) = 20),
      name text,
      -- Null: every safe.
      chain_id int8,
      safe bytea check (length(safe) = 20),
      url text,
      secret text,
      -- What its owner calls the safe.
      label text not null default '',
      amounts boolean not null default false,
      -- Of e-mails: which events, the digest and reminders.
      choices json,
      created_at timestamptz not null default now(),
      -- Notices up to this one were delivered, or were not for it.
      position int8 not null,
      attempts int4 not null default 0,
      retry_at timestamptz,
      problem text,
      parked_at timestamptz,
      delivered_at timestamptz,
      -- When the next digest is due.
      daily_at timestamptz,
      check ((account is null) = (name is not null))
    )
  `.execute(database)
  await sql`
    create index receiver_safe on receiver (chain_id, safe)
  `.execute(database)
  await sql`
    create unique index receiver_email on receiver (account, chain_id, safe)
      where kind = 'email'
  `.execute(database)
  await sql`
    create table email_address (
      account bytea primary key check (length(account) = 20),
      address text not null,
      confirmed_at timestamptz,
      -- sha256 of the code that was sent, while it is awaited.
      code_hash bytea,
      code_tries int4 not null default 0,
      code_expires_at timestamptz,
      -- How many codes were asked for within the hour that began then.
      codes int4 not null default 0,
      codes_since timestamptz not null default now()
    )
  `.execute(database)
}
