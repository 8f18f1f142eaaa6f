import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** What nobody signed claims nothing and does not stay. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table multisig_tx
      -- The owner that an unsigned proposal names.
      add column named_owner bytea,
      -- Who was signed in when an unsigned proposal came.
      add column vouched_by bytea,
      -- When an unsigned proposal goes; of no meaning once it is trusted.
      add column expires_at timestamptz
  `.execute(database)
  await sql`
    update multisig_tx set named_owner = proposer,
      expires_at = coalesce(submitted_at, now()) + interval '1 day'
    where block_number is null and not trusted
  `.execute(database)
  // Of what waits, only who signed it or a delegate is known to have proposed.
  await sql`
    update multisig_tx waiting
    set proposer = null, origin = null, note = null
    where block_number is null and proposer is not null
      and proposed_by_delegate is null
      and not exists (
        select from confirmation
        where confirmation.chain_id = waiting.chain_id
          and confirmation.safe_tx_hash = waiting.safe_tx_hash
          and confirmation.owner = waiting.proposer
          and confirmation.kind <> 'approvedHash'
      )
  `.execute(database)
  await sql`
    create index multisig_tx_waiting on multisig_tx (chain_id, safe, nonce)
      where block_number is null
  `.execute(database)
  await sql`
    create index multisig_tx_expiry on multisig_tx (chain_id, expires_at)
      where block_number is null and not trusted
  `.execute(database)
  await sql`
    create index message_proposer on message (chain_id, safe, proposer)
  `.execute(database)
}
