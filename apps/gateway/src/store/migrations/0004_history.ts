import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** What happened in a safe, and what is proposed to happen. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table multisig_tx (
      chain_id int8 not null,
      safe_tx_hash bytea not null check (length(safe_tx_hash) = 32),
      safe bytea not null check (length(safe) = 20),
      nonce numeric(78, 0),
      to_address bytea,
      value numeric(78, 0),
      data bytea,
      operation int2,
      safe_tx_gas numeric(78, 0),
      base_gas numeric(78, 0),
      gas_price numeric(78, 0),
      gas_token bytea,
      refund_receiver bytea,
      details text not null check (details in
        ('log', 'proposal', 'calldata', 'batch', 'trace', 'unavailable')),
      -- The execution; null while there is none.
      tx_hash bytea,
      block_number int8,
      tx_index int4,
      log_index int4,
      executed_at timestamptz,
      success boolean,
      payment numeric(78, 0),
      executor bytea,
      signatures bytea,
      threshold int8,
      -- The proposal; null when it never came through us.
      proposer bytea,
      proposed_by_delegate bytea,
      origin text,
      note text,
      submitted_at timestamptz,
      modified_at timestamptz,
      trusted boolean not null default false,
      -- Why the proposal can no longer be signed.
      invalidated text,
      primary key (chain_id, safe_tx_hash)
    )
  `.execute(database)
  await sql`
    create index multisig_tx_nonce on multisig_tx (chain_id, safe, nonce desc)
  `.execute(database)
  await sql`
    create index multisig_tx_block on multisig_tx (chain_id, block_number)
  `.execute(database)
  await sql`
    create index multisig_tx_unavailable on multisig_tx (chain_id, block_number)
      where details = 'unavailable'
  `.execute(database)
  await sql`
    create table confirmation (
      chain_id int8 not null,
      safe_tx_hash bytea not null,
      owner bytea not null check (length(owner) = 20),
      signature bytea,
      kind text not null check
        (kind in ('ecdsa', 'ethSign', 'approvedHash', 'contract')),
      submitted_at timestamptz not null default now(),
      primary key (chain_id, safe_tx_hash, owner)
    )
  `.execute(database)
  await sql`
    create table module_tx (
      chain_id int8 not null,
      safe bytea not null check (length(safe) = 20),
      block_number int8 not null,
      tx_index int4 not null,
      log_index int4 not null,
      tx_hash bytea not null,
      executed_at timestamptz not null,
      module bytea not null,
      to_address bytea,
      value numeric(78, 0),
      data bytea,
      operation int2,
      success boolean not null,
      details text not null check (details in
        ('log', 'calldata', 'batch', 'trace', 'unavailable')),
      primary key (chain_id, block_number, log_index)
    )
  `.execute(database)
  await sql`
    create index module_tx_safe on module_tx
      (chain_id, safe, block_number desc, tx_index desc, log_index)
  `.execute(database)
  await sql`
    create index module_tx_unavailable on module_tx (chain_id, block_number)
      where details = 'unavailable'
  `.execute(database)
  await sql`
    create table approved_hash (
      chain_id int8 not null,
      block_number int8 not null,
      log_index int4 not null,
      safe bytea not null,
      hash bytea not null,
      owner bytea not null,
      tx_hash bytea not null,
      approved_at timestamptz not null,
      primary key (chain_id, block_number, log_index)
    )
  `.execute(database)
  await sql`
    create index approved_hash_hash on approved_hash (chain_id, safe, hash)
  `.execute(database)
  await sql`
    create table signed_message (
      chain_id int8 not null,
      block_number int8 not null,
      log_index int4 not null,
      safe bytea not null,
      hash bytea not null,
      tx_hash bytea not null,
      signed_at timestamptz not null,
      primary key (chain_id, block_number, log_index)
    )
  `.execute(database)
  await sql`
    create index signed_message_hash on signed_message (chain_id, safe, hash)
  `.execute(database)
  await sql`
    create table transfer (
      chain_id int8 not null,
      safe bytea not null check (length(safe) = 20),
      block_number int8 not null,
      tx_index int4 not null,
      -- Of the log that tells it; native legs have the execution's.
      log_index int4 not null,
      leg int4 not null,
      tx_hash bytea not null,
      executed_at timestamptz not null,
      kind text not null check
        (kind in ('native', 'erc20', 'erc721', 'erc1155')),
      direction text not null check (direction in ('in', 'out')),
      from_address bytea not null,
      to_address bytea not null,
      token bytea,
      token_id numeric(78, 0),
      amount numeric(78, 0) not null,
      -- The safe itself acted in this transaction.
      solicited boolean not null,
      -- The other side's first and last four digits: what people compare.
      look_alike_key bytea not null check (length(look_alike_key) = 4),
      primary key (chain_id, safe, block_number, tx_index, log_index, leg)
    )
  `.execute(database)
  await sql`
    create index transfer_block on transfer (chain_id, block_number)
  `.execute(database)
  await sql`
    create index transfer_token on transfer (chain_id, safe, token)
  `.execute(database)
  await sql`
    create index transfer_paid on transfer
      (chain_id, safe, look_alike_key, block_number)
      where solicited and direction = 'out'
  `.execute(database)
  await sql`
    create table timeline (
      chain_id int8 not null,
      safe bytea not null check (length(safe) = 20),
      block_number int8 not null,
      tx_index int4 not null,
      -- Within a transaction: minus the nonce, or where the log stands.
      order_key int8 not null,
      kind text not null check
        (kind in ('multisig', 'module', 'transfer', 'creation')),
      -- A safeTxHash, or <log index>:<leg>.
      ref text not null,
      tx_hash bytea not null,
      executed_at timestamptz not null,
      primary key (chain_id, safe, block_number, tx_index, order_key, kind, ref)
    )
  `.execute(database)
  await sql`
    create index timeline_page on timeline
      (chain_id, safe, block_number desc, tx_index desc, order_key)
  `.execute(database)
  await sql`
    create index timeline_block on timeline (chain_id, block_number)
  `.execute(database)
  await sql`
    create table counter (
      chain_id int8 not null,
      safe bytea not null,
      list text not null,
      count int8 not null,
      primary key (chain_id, safe, list)
    )
  `.execute(database)
}
