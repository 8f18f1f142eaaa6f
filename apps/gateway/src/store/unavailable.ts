import { sql } from 'kysely'
import type { Address } from 'viem'
import { toAddress, toBytes } from './bytes.js'
import type { ChainRows } from './chainRows.js'
import { assertEpoch } from './cursors.js'
import { insertRows } from './insertRows.js'
import type { Store } from './openStore.js'
import { announce } from './outbox.js'
import { removeRows } from './removeRows.js'

/** Blocks in which executions of a safe are known by their hash only. */
export async function listUnavailable(
  store: Store,
  parameters: { chainId: number; limit: number },
): Promise<{ safe: Address; blockNumber: bigint }[]> {
  const { chainId, limit } = parameters
  const { rows } = await sql<{ safe: Buffer; block_number: bigint }>`
    select safe, block_number from (
      select safe, block_number from multisig_tx
        where chain_id = ${chainId} and details = 'unavailable'
      union
      select safe, block_number from module_tx
        where chain_id = ${chainId} and details = 'unavailable'
    ) open
    where not exists (
      select from task
      where task.kind = 'details' and task.chain_id = ${chainId}
        and task.key = open.safe || int8send(open.block_number)
        and task.run_after > now()
    )
    limit ${limit}
  `.execute(store)
  return rows.map((row) => ({
    safe: toAddress(row.safe),
    blockNumber: row.block_number,
  }))
}

/** A minute after the first try, then twice as long, up to a day. */
export async function postponeUnavailable(
  store: Store,
  parameters: { chainId: number; safe: Address; blockNumber: bigint },
): Promise<void> {
  const { chainId, safe, blockNumber } = parameters
  await sql`
    insert into task (kind, chain_id, key, run_after, attempts)
    values ('details', ${chainId},
      ${toBytes(safe)}::bytea || int8send(${blockNumber}::int8),
      now() + interval '1 minute', 1)
    on conflict (kind, chain_id, key) do update set
      attempts = task.attempts + 1,
      run_after = now() +
        least(interval '1 minute' * 2 ^ least(task.attempts, 11),
          interval '1 day')
  `.execute(store)
}

export async function replaceUnavailable(
  store: Store,
  parameters: {
    chainId: number
    epoch: bigint
    safe: Address
    blockNumber: bigint
    rows: ChainRows
  },
): Promise<void> {
  const { chainId, epoch, safe, blockNumber, rows } = parameters
  await store.transaction().execute(async (transaction) => {
    await assertEpoch(transaction, { chainId, epoch })
    await removeRows(transaction, {
      chainId,
      where: { blocks: [blockNumber], safes: [safe] },
    })
    await insertRows(transaction, { chainId, rows })
    await announce(transaction, {
      chainId,
      changes: [{ safe, kind: 'history', ref: null, block: blockNumber }],
    })
  })
}
