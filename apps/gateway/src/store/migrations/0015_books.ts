import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** What moved by whose doing, and what the transaction cost whoever sent it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table fee (
      chain_id int8 not null,
      tx_hash bytea not null check (length(tx_hash) = 32),
      block_number int8 not null,
      -- Null until a node has told.
      payer bytea check (length(payer) = 20),
      gas_used numeric(78, 0),
      -- What was paid for each unit of gas in the end.
      gas_price numeric(78, 0),
      max_fee numeric(78, 0),
      max_priority_fee numeric(78, 0),
      -- What a rollup takes for the data, beside the gas.
      data_fee numeric(78, 0),
      ask_after timestamptz not null default now(),
      primary key (chain_id, tx_hash)
    )
  `.execute(database)
  await sql`
    create index fee_due on fee (chain_id, ask_after) where payer is null
  `.execute(database)
  await sql`
    insert into fee (chain_id, tx_hash, block_number)
    select chain_id, tx_hash, block_number from multisig_tx
      where block_number is not null and tx_hash is not null
    union
    select chain_id, tx_hash, block_number from module_tx
  `.execute(database)
  await sql`
    create index fee_block on fee (chain_id, block_number)
  `.execute(database)
  await sql`
    alter table transfer
      add column cause text not null default 'incoming'
        check (cause in ('incoming', 'execution', 'refund')),
      -- The log of the execution that moved it.
      add column cause_log int4,
      -- Which call of a batch did: '2', or '2.0' within a batch of its own.
      add column call_path text
  `.execute(database)
  await sql`
    update transfer set cause = 'execution', cause_log = coalesce(
      case when kind = 'native' and direction = 'out' then log_index end,
      (select min(log_index) from (
        select log_index from multisig_tx run
        where run.chain_id = transfer.chain_id
          and run.block_number = transfer.block_number
          and run.tx_hash = transfer.tx_hash and run.safe = transfer.safe
          and run.log_index >= transfer.log_index
        union all
        select log_index from module_tx run
        where run.chain_id = transfer.chain_id
          and run.tx_hash = transfer.tx_hash and run.safe = transfer.safe
          and run.log_index >= transfer.log_index) runs))
    where solicited
  `.execute(database)
  // A refund in the native currency leaves no log of its own.
  await sql`
    insert into transfer (chain_id, safe, block_number, tx_index, log_index,
      leg, tx_hash, executed_at, kind, direction, from_address, to_address,
      token, token_id, amount, solicited, look_alike_key, cause, cause_log)
    select chain_id, safe, block_number, tx_index, log_index, 0, tx_hash,
      executed_at, 'native', 'out', safe, refund_receiver, null, null, payment,
      true, substr(refund_receiver, 1, 2) || substr(refund_receiver, 19, 2),
      'refund', log_index
    from multisig_tx
    where block_number is not null and payment > 0
      and gas_token = decode(repeat('00', 20), 'hex')
    on conflict do nothing
  `.execute(database)
  await sql`
    update transfer set cause = 'refund'
    from multisig_tx run
    where transfer.solicited and run.payment > 0
      and run.chain_id = transfer.chain_id
      and run.block_number = transfer.block_number
      and run.tx_hash = transfer.tx_hash and run.safe = transfer.safe
      and run.gas_token = transfer.token and run.payment = transfer.amount
      and run.log_index = transfer.cause_log and transfer.direction = 'out'
      and transfer.log_index = run.log_index - 1
  `.execute(database)
}
