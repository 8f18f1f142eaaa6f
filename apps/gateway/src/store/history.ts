import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { toAddress, toBytes, toHex } from './bytes.js'
import type { ChainRows } from './chainRows.js'
import type { Store } from './openStore.js'

/** Everything the chain says about a safe, one line per row: for comparing. */
export async function listHistoryLines(
  store: Store,
  parameters: { chainId: number; safe: Address; upTo: bigint },
): Promise<string[]> {
  const { chainId, safe, upTo } = parameters
  const own = sql`chain_id = ${chainId} and safe = ${toBytes(safe)}
    and block_number <= ${upTo}`
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', 'timeline', block_number, tx_index, order_key, kind,
      ref) as line from timeline where ${own} and kind <> 'creation'
    union all
    select concat_ws(' ', 'execution', block_number, tx_index, log_index,
      '0x' || encode(safe_tx_hash, 'hex'), success, payment,
      coalesce(nonce::text, '?')) from multisig_tx where ${own}
    union all
    select concat_ws(' ', 'module', block_number, tx_index, log_index,
      '0x' || encode(module, 'hex'), success) from module_tx where ${own}
    union all
    select concat_ws(' ', 'approval', block_number, log_index,
      '0x' || encode(hash, 'hex'), '0x' || encode(owner, 'hex'))
      from approved_hash where ${own}
    union all
    select concat_ws(' ', 'message', block_number, log_index,
      '0x' || encode(hash, 'hex')) from signed_message where ${own}
    union all
    select concat_ws(' ', 'transfer', block_number, tx_index, log_index, leg,
      kind, direction, '0x' || encode(from_address, 'hex'),
      '0x' || encode(to_address, 'hex'), coalesce(encode(token, 'hex'), '-'),
      coalesce(token_id::text, '-'), amount, solicited)
      from transfer where ${own}
    union all
    select concat_ws(' ', 'log', block_number, log_index,
      '0x' || encode(block_hash, 'hex'), coalesce(flaw, '-')) from log_raw
      where chain_id = ${chainId} and address = ${toBytes(safe)}
        and block_number <= ${upTo}
  `.execute(store)
  return rows.map(({ line }) => line).sort()
}

/** Where logs of and transfers with these safes stand, with their block's hash. */
export async function listLogPlaces(
  store: Store,
  parameters: {
    chainId: number
    safes: readonly Address[]
    from: bigint
    to: bigint
  },
): Promise<Map<string, Hex>> {
  const { chainId, safes, from, to } = parameters
  const own = safes.map(toBytes)
  const { rows } = await sql<{
    block_number: bigint
    log_index: number
    hash: Buffer
  }>`
    select block_number, log_index, block_hash as hash from log_raw
      where chain_id = ${chainId} and address = any(${own}::bytea[])
        and block_number between ${from} and ${to}
    union
    select block_number, log_index, hash from transfer
      join block using (chain_id)
      where chain_id = ${chainId} and safe = any(${own}::bytea[])
        and block.number = transfer.block_number and kind <> 'native'
        and block_number between ${from} and ${to}
  `.execute(store)
  return new Map(
    rows.map(({ block_number, log_index, hash }) => [
      `${block_number}:${log_index}`,
      toHex(hash),
    ]),
  )
}

/** Whose logs and transfers are stored of some blocks. */
export async function listStoredIn(
  store: Store,
  parameters: { chainId: number; blocks: readonly bigint[] },
): Promise<Address[]> {
  const { chainId, blocks } = parameters
  const { rows } = await sql<{ safe: Buffer }>`
    select address as safe from log_raw
      where chain_id = ${chainId} and block_number = any(${blocks}::int8[])
    union
    select safe from transfer
      where chain_id = ${chainId} and block_number = any(${blocks}::int8[])
  `.execute(store)
  return rows.map(({ safe }) => toAddress(safe))
}

/** The same lines of rows that are not stored. */
export function toHistoryLines(rows: ChainRows, safe: Address): string[] {
  const own = <row extends { safe: Address }>(list: readonly row[]) =>
    list.filter((row) => row.safe === safe)
  const lower = (text: string) => text.toLowerCase()
  return [
    ...own(rows.timeline).map(({ place, orderKey, kind, ref }) =>
      ['timeline', place.blockNumber, place.txIndex, orderKey, kind, ref].join(
        ' ',
      ),
    ),
    ...own(rows.executions).map((row) =>
      [
        'execution',
        row.blockNumber,
        row.txIndex,
        row.logIndex,
        row.safeTxHash,
        toSqlBoolean(row.success),
        row.payment,
        row.fields?.nonce ?? '?',
      ].join(' '),
    ),
    ...own(rows.moduleExecutions).map((row) =>
      [
        'module',
        row.blockNumber,
        row.txIndex,
        row.logIndex,
        lower(row.module),
        toSqlBoolean(row.success),
      ].join(' '),
    ),
    ...own(rows.approvals).map((row) =>
      [
        'approval',
        row.blockNumber,
        row.logIndex,
        row.hash,
        lower(row.owner),
      ].join(' '),
    ),
    ...own(rows.signedMessages).map((row) =>
      ['message', row.blockNumber, row.logIndex, row.hash].join(' '),
    ),
    ...own(rows.transfers).map((row) =>
      [
        'transfer',
        row.blockNumber,
        row.txIndex,
        row.logIndex,
        row.leg,
        row.kind,
        row.direction,
        lower(row.from),
        lower(row.to),
        row.token ? lower(row.token).slice(2) : '-',
        row.tokenId ?? '-',
        row.amount,
        toSqlBoolean(row.solicited),
      ].join(' '),
    ),
    ...rows.logs
      .filter(({ address }) => lower(address) === lower(safe))
      .map(({ blockNumber, logIndex, blockHash, flaw }) =>
        ['log', blockNumber, logIndex, blockHash, flaw ?? '-'].join(' '),
      ),
  ].sort()
}

function toSqlBoolean(value: boolean): 't' | 'f' {
  return value ? 't' : 'f'
}
