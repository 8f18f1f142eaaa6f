import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { toAddress, toBytes, toHex } from './bytes.js'
import type { BlockId } from './cursors.js'
import type { Database } from './database.js'
import type { Store } from './openStore.js'

export type StoredBalance = {
  token: Address
  amount: bigint
  spamScore: number
  spamReasons: string[]
}

/** What a safe had at one block. */
export type StoredBalances = {
  block: BlockId
  /** Which token lists were asked for. */
  lists: Hex
  native: bigint
  tokens: StoredBalance[]
  reading: Reading
}

/** Amounts of tokens may be of an earlier block than that of the native one. */
export type Reading = {
  block: Hex
  at: Date
  /** Null: nobody will say when rows of the safe change. */
  version: string | null
}

/**
 * What was read before, and which version the safe has at a block: with the same
 * one, no row of it has changed and every block since was looked through. Null
 * where it is not followed, or the block is not the one that is applied.
 */
export async function readStoredBalances(
  store: Store,
  parameters: { chainId: number; safe: Address; block: Hex },
): Promise<{ balances: StoredBalances | undefined; version: string | null }> {
  const { chainId, safe, block } = parameters
  // One statement: block, amounts and version must belong together.
  const { rows } = await sql<
    { present: string | null } & (
      | Database['balance_read']
      | { block_hash: null }
    ) &
      (Database['safe_token'] | { token: null })
  >`
    select present, block_number, block_hash, lists, native,
      tokens_block, tokens_read_at, version,
      token, amount, spam_score, spam_reasons
    from (select (
      select epoch || ':' || followed_from || ':' || coalesce((
        select id from outbox
        where outbox.chain_id = ${chainId} and outbox.safe = ${toBytes(safe)}
        order by id desc limit 1), 0)
      from cursor join watch using (chain_id)
      where chain_id = ${chainId} and watch.safe = ${toBytes(safe)}
        and followed and cursor.hash = ${toBytes(block)}) as present) versions
    left join balance_read
      on chain_id = ${chainId} and safe = ${toBytes(safe)}
    left join safe_token using (chain_id, safe)
    order by token
  `.execute(store)
  const [read] = rows
  const version = read?.present ?? null
  if (!read || read.block_hash === null) return { balances: undefined, version }
  const hash = toHex(read.block_hash)
  const balances = {
    block: { number: read.block_number, hash },
    lists: toHex(read.lists),
    native: BigInt(read.native),
    tokens: rows.flatMap((row) =>
      row.token === null
        ? []
        : {
            token: toAddress(row.token),
            amount: BigInt(row.amount),
            spamScore: row.spam_score,
            spamReasons: row.spam_reasons,
          },
    ),
    reading: {
      block: read.tokens_block ? toHex(read.tokens_block) : hash,
      at: read.tokens_read_at ?? new Date(0),
      version: read.version,
    },
  }
  return { balances, version }
}

/** A later native amount, unless the tokens were read again meanwhile. */
export async function saveNative(
  store: Store,
  parameters: { chainId: number; safe: Address; balances: StoredBalances },
): Promise<void> {
  const { chainId, safe, balances } = parameters
  const { block, native, reading } = balances
  await store
    .updateTable('balance_read')
    .set({
      block_number: block.number,
      block_hash: toBytes(block.hash),
      native: native.toString(),
    })
    .where('chain_id', '=', BigInt(chainId))
    .where('safe', '=', toBytes(safe))
    .where('tokens_block', '=', toBytes(reading.block))
    .where('tokens_read_at', '=', reading.at)
    .execute()
}

export async function saveBalances(
  store: Store,
  parameters: { chainId: number; safe: Address; balances: StoredBalances },
): Promise<void> {
  const { balances } = parameters
  const chainId = BigInt(parameters.chainId)
  const safe = toBytes(parameters.safe)
  const read = {
    block_number: balances.block.number,
    block_hash: toBytes(balances.block.hash),
    lists: toBytes(balances.lists),
    native: balances.native.toString(),
    tokens_block: toBytes(balances.reading.block),
    tokens_read_at: balances.reading.at,
    version: balances.reading.version,
  }
  await store.transaction().execute(async (transaction) => {
    // First, because its row lock keeps a second writer waiting.
    await transaction
      .insertInto('balance_read')
      .values({ chain_id: chainId, safe, ...read })
      .onConflict((conflict) =>
        conflict.columns(['chain_id', 'safe']).doUpdateSet(read),
      )
      .execute()
    await transaction
      .deleteFrom('safe_token')
      .where('chain_id', '=', chainId)
      .where('safe', '=', safe)
      .execute()
    if (balances.tokens.length === 0) return
    await transaction
      .insertInto('safe_token')
      .values(
        balances.tokens.map(({ token, amount, spamScore, spamReasons }) => ({
          chain_id: chainId,
          safe,
          token: toBytes(token),
          amount: amount.toString(),
          spam_score: spamScore,
          spam_reasons: spamReasons,
        })),
      )
      .execute()
  })
}
