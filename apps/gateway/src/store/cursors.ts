import { BaseError } from '@covault/protocol'
import { sql } from 'kysely'
import type { Hex } from 'viem'
import { toBytes, toHex } from './bytes.js'
import type { Store } from './openStore.js'

/** Up to where a chain is applied. `epoch` grows whenever blocks are undone. */
export type Cursor = {
  number: bigint
  hash: Hex
  epoch: bigint
  checked: bigint
  /** No block up to here is undone without the operator's word. */
  final: bigint
}

export type BlockId = { number: bigint; hash: Hex }

export async function readCursor(
  store: Store,
  chainId: number,
): Promise<Cursor | undefined> {
  const row = await store
    .selectFrom('cursor')
    .select(['number', 'hash', 'epoch', 'checked', 'final'])
    .where('chain_id', '=', BigInt(chainId))
    .executeTakeFirst()
  return row && { ...row, hash: toHex(row.hash) }
}

/** Up to where every chain is applied. */
export async function readHeads(
  store: Store,
): Promise<{ chainId: number; hash: Hex }[]> {
  const rows = await store
    .selectFrom('cursor')
    .select(['chain_id', 'hash'])
    .execute()
  return rows.map(({ chain_id, hash }) => ({
    chainId: Number(chain_id),
    hash: toHex(hash),
  }))
}

/** Begins to follow a chain at a block; does nothing on one that is followed. */
export async function createCursor(
  store: Store,
  parameters: {
    chainId: number
    block: BlockId
    /** Blocks above may still change and are asked for again. */
    final: bigint
  },
): Promise<void> {
  const { chainId, block, final } = parameters
  await store
    .insertInto('cursor')
    .values({
      chain_id: BigInt(chainId),
      number: block.number,
      hash: toBytes(block.hash),
      checked: final,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Moves the cursor if it still stands where the caller saw it. Of two
 * indexers that believe to lead, exactly one gets past this line.
 */
export async function moveCursor(
  store: Store,
  parameters: { chainId: number; from: BlockId; to: BlockId },
): Promise<void> {
  const { chainId, from, to } = parameters
  const { numUpdatedRows } = await store
    .updateTable('cursor')
    .set({ number: to.number, hash: toBytes(to.hash) })
    .where('chain_id', '=', BigInt(chainId))
    .where('number', '=', from.number)
    .where('hash', '=', toBytes(from.hash))
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new CursorMovedError({ chainId })
}

/** Holds the cursor until the transaction ends, and refuses if blocks were undone meanwhile. */
export async function assertEpoch(
  store: Store,
  parameters: { chainId: number; epoch: bigint },
): Promise<void> {
  const { chainId, epoch } = parameters
  const row = await store
    .selectFrom('cursor')
    .select('epoch')
    .where('chain_id', '=', BigInt(chainId))
    .forShare()
    .executeTakeFirst()
  if (row?.epoch !== epoch) throw new EpochPassedError({ chainId })
}

export async function markChecked(
  store: Store,
  parameters: { chainId: number; checked: bigint },
): Promise<void> {
  await store
    .updateTable('cursor')
    .set({ checked: parameters.checked })
    .where('chain_id', '=', BigInt(parameters.chainId))
    .execute()
}

/** Stored blocks up to here are final; a node that says less changes nothing. */
export async function markFinal(
  store: Store,
  parameters: { chainId: number; final: bigint },
): Promise<void> {
  await sql`
    update cursor set final = greatest(final, least(${parameters.final}, number))
    where chain_id = ${parameters.chainId}
  `.execute(store)
}

/** Lets final blocks above a number be undone; answers whether there are any. */
export async function allowUndo(
  store: Store,
  parameters: { chainId: number; above: bigint },
): Promise<boolean> {
  const { chainId, above } = parameters
  const { numUpdatedRows } = await store
    .updateTable('cursor')
    .set({ final: above })
    .where('chain_id', '=', BigInt(chainId))
    .where('final', '>', above)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Remembers hashes of blocks; `kept` ones for good, others until they are final. */
export async function rememberBlocks(
  store: Store,
  parameters: {
    chainId: number
    blocks: readonly (BlockId & { kept: boolean })[]
  },
): Promise<void> {
  const { chainId } = parameters
  const blocks = [
    ...new Map(
      parameters.blocks.map((block) => [block.number, block]),
    ).values(),
  ]
  if (blocks.length === 0) return
  await sql`
    insert into block (chain_id, number, hash, kept)
    select ${chainId}, * from unnest(
      ${blocks.map(({ number }) => number)}::int8[],
      ${blocks.map(({ hash }) => toBytes(hash))}::bytea[],
      ${blocks.map(({ kept }) => kept)}::boolean[])
    on conflict (chain_id, number) do update
      set kept = block.kept or excluded.kept
  `.execute(store)
}

/** Known blocks below a number, highest first. */
export async function listBlocks(
  store: Store,
  parameters: { chainId: number; below: bigint; limit: number },
): Promise<BlockId[]> {
  const rows = await store
    .selectFrom('block')
    .select(['number', 'hash'])
    .where('chain_id', '=', BigInt(parameters.chainId))
    .where('number', '<', parameters.below)
    .orderBy('number', 'desc')
    .limit(parameters.limit)
    .execute()
  return rows.map(({ number, hash }) => ({ number, hash: toHex(hash) }))
}

/** The hashes we hold in a span, by number. */
export async function readBlockHashes(
  store: Store,
  parameters: { chainId: number; from: bigint; to: bigint },
): Promise<Map<bigint, Hex>> {
  const rows = await store
    .selectFrom('block')
    .select(['number', 'hash'])
    .where('chain_id', '=', BigInt(parameters.chainId))
    .where('number', '>=', parameters.from)
    .where('number', '<=', parameters.to)
    .execute()
  return new Map(rows.map(({ number, hash }) => [number, toHex(hash)]))
}

/** The hashes we hold of some blocks, by number. */
export async function readHashesOf(
  store: Store,
  parameters: { chainId: number; numbers: readonly bigint[] },
): Promise<Map<bigint, Hex>> {
  const { chainId, numbers } = parameters
  const { rows } = await sql<{ number: bigint; hash: Buffer }>`
    select number, hash from block
    where chain_id = ${chainId} and number = any(${numbers}::int8[])
  `.execute(store)
  return new Map(rows.map(({ number, hash }) => [number, toHex(hash)]))
}

export async function forgetBlocks(
  store: Store,
  parameters: { chainId: number; below: bigint },
): Promise<void> {
  await store
    .deleteFrom('block')
    .where('chain_id', '=', BigInt(parameters.chainId))
    .where('number', '<', parameters.below)
    .where('kept', '=', false)
    .execute()
}

export class CursorMovedError extends BaseError {
  override name = 'CursorMovedError'
  constructor(parameters: { chainId: number }) {
    super(`Chain ${parameters.chainId} changed after this block was read.`)
  }
}

export class EpochPassedError extends BaseError {
  override name = 'EpochPassedError'
  constructor(parameters: { chainId: number }) {
    super(
      `Blocks of chain ${parameters.chainId} were undone while their past was read.`,
    )
  }
}
