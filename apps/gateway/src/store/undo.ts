import { sql } from 'kysely'
import type { Address } from 'viem'
import { toAddress, toBytes } from './bytes.js'
import { type BlockId, moveCursor } from './cursors.js'
import type { Store } from './openStore.js'
import { announce } from './outbox.js'
import { removeRows } from './removeRows.js'
import { refreshOwners } from './safeStates.js'

/**
 * Takes back everything above `ancestor` in one transaction. What people
 * gave us (proposals, confirmations, messages) stays: a proposal that was
 * executed in a dropped block awaits execution again.
 */
export async function undoBlocks(
  store: Store,
  parameters: { chainId: number; cursor: BlockId; ancestor: BlockId },
): Promise<{ safes: Address[] }> {
  const { chainId, cursor, ancestor } = parameters
  return store.transaction().execute(async (transaction) => {
    await moveCursor(transaction, { chainId, from: cursor, to: ancestor })
    await sql`
      update cursor set epoch = epoch + 1, checked = least(checked, number),
        final = least(final, number)
      where chain_id = ${chainId}
    `.execute(transaction)
    const safes = await findTouchedSafes(transaction, parameters)
    await removeRows(transaction, {
      chainId,
      where: { above: ancestor.number },
    })
    await sql`
      delete from block
      where chain_id = ${chainId} and number > ${ancestor.number}
    `.execute(transaction)
    await sql`
      delete from fee
      where chain_id = ${chainId} and block_number > ${ancestor.number}
    `.execute(transaction)
    await undoCreations(transaction, parameters)
    await undoCoverage(transaction, parameters)
    await undoStates(transaction, parameters)
    await announce(transaction, {
      chainId,
      changes: safes.map((safe) => ({
        safe,
        kind: 'reorg',
        ref: null,
        block: ancestor.number,
      })),
    })
    return { safes }
  })
}

type Undo = { chainId: number; ancestor: BlockId }

async function findTouchedSafes(
  store: Store,
  { chainId, ancestor }: Undo,
): Promise<Address[]> {
  const { rows } = await sql<{ safe: Buffer }>`
    select safe from timeline
      where chain_id = ${chainId} and block_number > ${ancestor.number}
    union
    select safe from safe_state
      where chain_id = ${chainId} and block_number > ${ancestor.number}
    union
    select safe from transfer
      where chain_id = ${chainId} and block_number > ${ancestor.number}
  `.execute(store)
  return rows.map(({ safe }) => toAddress(safe))
}

async function undoCreations(
  store: Store,
  { chainId, ancestor }: Undo,
): Promise<void> {
  await sql`
    delete from safe
    where chain_id = ${chainId} and creation_block > ${ancestor.number}
      and found_by = 'factory'
      and not exists (
        select from watch
        where watch.chain_id = safe.chain_id and watch.safe = safe.address)
  `.execute(store)
  await sql`
    update safe set creation_block = null, creation_tx = null,
      creation_time = null, creator = null, factory = null, singleton = null,
      initializer = null, salt_nonce = null
    where chain_id = ${chainId} and creation_block > ${ancestor.number}
  `.execute(store)
}

async function undoCoverage(
  store: Store,
  { chainId, ancestor }: Undo,
): Promise<void> {
  await sql`
    delete from coverage
    where chain_id = ${chainId} and from_block > ${ancestor.number}
      -- Follows from the above, and has an index.
      and to_block > ${ancestor.number}
  `.execute(store)
  await sql`
    update coverage set to_block = ${ancestor.number}
    where chain_id = ${chainId} and to_block > ${ancestor.number}
  `.execute(store)
  // Anyone who is followed is asked for from the ancestor on.
  await sql`
    update watch set followed_from = ${ancestor.number + 1n}
    where chain_id = ${chainId} and followed_from > ${ancestor.number + 1n}
  `.execute(store)
}

async function undoStates(
  store: Store,
  { chainId, ancestor }: Undo,
): Promise<void> {
  const { rows } = await sql<{ safe: Buffer }>`
    delete from safe_state
    where chain_id = ${chainId} and block_number > ${ancestor.number}
    returning safe
  `.execute(store)
  const safes = [...new Set(rows.map(({ safe }) => toAddress(safe)))].map(
    toBytes,
  )
  await sql`
    update safe set state_stale = true
    where chain_id = ${chainId} and address = any(${safes}::bytea[])
  `.execute(store)
  await refreshOwners(store, { chainId, safes })
}
