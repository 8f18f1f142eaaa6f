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
}

export async function readStoredBalances(
  store: Store,
  parameters: { chainId: number; safe: Address },
): Promise<StoredBalances | undefined> {
  const { chainId, safe } = parameters
  // One statement: the block and the amounts must belong together.
  const { rows } = await sql<
    Database['balance_read'] & (Database['safe_token'] | { token: null })
  >`
    select block_number, block_hash, lists, native,
      token, amount, spam_score, spam_reasons
    from balance_read left join safe_token using (chain_id, safe)
    where chain_id = ${chainId} and safe = ${toBytes(safe)}
    order by token
  `.execute(store)
  const [read] = rows
  if (!read) return undefined
  return {
    block: { number: read.block_number, hash: toHex(read.block_hash) },
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
  }
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
