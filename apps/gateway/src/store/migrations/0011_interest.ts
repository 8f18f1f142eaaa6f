import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Why a safe is followed; and its past may begin where nobody has looked yet. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table watch
      add column interest text not null default 'looked'
        check (interest in ('looked', 'proven', 'pinned')),
      -- Null until the indexer has found where the safe begins.
      alter column wanted_from drop not null
  `.execute(database)
  await sql`
    update watch set interest = case when pinned then 'pinned' else 'proven' end
    where pinned
      or exists (select from confirmation join multisig_tx using
          (chain_id, safe_tx_hash)
        where multisig_tx.chain_id = watch.chain_id
          and multisig_tx.safe = watch.safe)
      or exists (select from message where message.chain_id = watch.chain_id
          and message.safe = watch.safe)
  `.execute(database)
  await sql`alter table watch drop column pinned`.execute(database)
  await sql`
    create index watch_followed on watch (chain_id, interest, last_asked)
      where followed
  `.execute(database)
}
