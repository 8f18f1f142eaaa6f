import type { NameChange } from '@covault/protocol'
import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { toAddress, toBytes, toHex } from './bytes.js'
import type { Store } from './openStore.js'
import { announce } from './outbox.js'

type Place = { chainId: number; safe: Address }

/** What one owner changed at once. */
export type StoredNameSet = {
  author: Address
  signature: Hex
  time: number
  changes: readonly NameChange[]
}

export type NewNameSet = Place &
  StoredNameSet & { sequence: number; hash: Hex; previous: Hex }

/** The last set of a safe, and how many changes there are in all. */
export async function readNamesHead(
  store: Store,
  { chainId, safe }: Place,
): Promise<{ sequence: number; hash: Hex; changes: number } | undefined> {
  const { rows } = await sql<{ sequence: number; hash: Buffer; total: bigint }>`
    select sequence, hash, (
      select sum(change_count) from name_set
      where chain_id = ${chainId} and safe = ${toBytes(safe)}
    )::int8 as total
    from name_set
    where chain_id = ${chainId} and safe = ${toBytes(safe)}
    order by sequence desc limit 1
  `.execute(store)
  const [row] = rows
  return (
    row && {
      sequence: row.sequence,
      hash: toHex(row.hash),
      changes: Number(row.total),
    }
  )
}

/** Sets after one, oldest first: the first, and others while there is room. */
export async function listNameSets(
  store: Store,
  parameters: Place & { after: number; mostChanges: number },
): Promise<StoredNameSet[]> {
  const { chainId, safe, after, mostChanges } = parameters
  const { rows } = await sql<{
    author: Buffer
    signature: Buffer
    time: bigint
    changes: [chainId: number, address: Address, name: string][]
  }>`
    select author, signature, time, changes from (
      select *, sum(change_count) over (order by sequence) as sum
      from name_set
      where chain_id = ${chainId} and safe = ${toBytes(safe)}
        and sequence > ${after}
    ) found
    where sum <= ${mostChanges} or sum = change_count
    order by sequence
  `.execute(store)
  return rows.map((row) => ({
    author: toAddress(row.author),
    signature: toHex(row.signature),
    time: Number(row.time),
    changes: row.changes.map(([chainId, address, name]) => ({
      chainId,
      address,
      name,
    })),
  }))
}

/** `outdated`: another set has come after the one it follows. */
export async function saveNameSet(
  store: Store,
  set: NewNameSet,
): Promise<'stored' | 'outdated'> {
  const { chainId, safe, sequence, hash, changes } = set
  const kept = changes.map(({ chainId, address, name }) => [
    chainId,
    address,
    name,
  ])
  return store.transaction().execute(async (transaction) => {
    const { rows } = await sql`
      insert into name_set (chain_id, safe, sequence, hash, previous, author,
        signature, time, changes, change_count)
      select ${chainId}, ${toBytes(safe)}, ${sequence}, ${toBytes(hash)},
        ${toBytes(set.previous)}, ${toBytes(set.author)},
        ${toBytes(set.signature)}, ${set.time}, ${JSON.stringify(kept)}::json,
        ${changes.length}
      on conflict do nothing
      returning sequence
    `.execute(transaction)
    if (rows.length === 0) return 'outdated'
    await announce(transaction, {
      chainId,
      changes: [{ safe, kind: 'names', ref: String(sequence), block: null }],
    })
    return 'stored'
  })
}
