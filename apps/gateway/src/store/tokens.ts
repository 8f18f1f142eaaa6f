import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { toAddress, toBytes, toHex } from './bytes.js'
import type { Database } from './database.js'
import type { Store } from './openStore.js'

export type StoredToken = {
  address: Address
  kind: Database['token']['kind']
  name: string | null
  symbol: string | null
  decimals: number | null
  flaws: string[]
  readAt: Date
}

type TokenRow = Selectable<Database['token']>

export async function readStoredTokens(
  store: Store,
  parameters: { chainId: number; tokens: readonly Address[] },
): Promise<Map<Address, StoredToken>> {
  const { chainId, tokens } = parameters
  if (tokens.length === 0) return new Map()
  const rows = await store
    .selectFrom('token')
    .selectAll()
    .where('chain_id', '=', BigInt(chainId))
    .where('address', '=', sql<Buffer>`any(${tokens.map(toBytes)}::bytea[])`)
    .execute()
  return toTokens(rows)
}

/** Those that were read before, in the order of their addresses. */
export async function listStoredTokens(
  store: Store,
  parameters: { chainId: number; limit: number },
): Promise<Map<Address, StoredToken>> {
  const rows = await store
    .selectFrom('token')
    .selectAll()
    .where('chain_id', '=', BigInt(parameters.chainId))
    .orderBy('address')
    .limit(parameters.limit)
    .execute()
  return toTokens(rows)
}

function toTokens(rows: readonly TokenRow[]): Map<Address, StoredToken> {
  return new Map(
    rows.map(({ address, kind, name, symbol, decimals, flaws, read_at }) => [
      toAddress(address),
      {
        address: toAddress(address),
        kind,
        name,
        symbol,
        decimals,
        flaws,
        readAt: read_at,
      },
    ]),
  )
}

export async function saveTokens(
  store: Store,
  parameters: {
    chainId: number
    tokens: readonly Omit<StoredToken, 'readAt'>[]
  },
): Promise<void> {
  const { chainId, tokens } = parameters
  if (tokens.length === 0) return
  await store
    .insertInto('token')
    .values(
      // In one order, so that two writers do not wait for each other.
      tokens.toSorted(byAddress).map(({ address, ...token }) => ({
        chain_id: BigInt(chainId),
        address: toBytes(address),
        ...token,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['chain_id', 'address']).doUpdateSet({
        kind: (row) => row.ref('excluded.kind'),
        name: (row) => row.ref('excluded.name'),
        symbol: (row) => row.ref('excluded.symbol'),
        decimals: (row) => row.ref('excluded.decimals'),
        flaws: (row) => row.ref('excluded.flaws'),
        read_at: sql`now()`,
      }),
    )
    .execute()
}

function byAddress(a: { address: Address }, b: { address: Address }): number {
  return a.address < b.address ? -1 : 1
}

/** A token that logs say a safe had to do with. */
export type SeenToken = {
  token: Address
  /** The safe itself moved it or asked for it at least once. */
  solicited: boolean
  /** Left the safe by its logs, though the safe did nothing. */
  forged: boolean
  /** Something was moved at all. */
  worth: boolean
  /** A transaction that brought it. */
  sample: Hex
}

/**
 * Tokens in a safe's transfers, those it moved itself first, so that no number
 * of gifts hides them.
 */
export async function listSeenTokens(
  store: Store,
  parameters: { chainId: number; safe: Address; limit: number },
): Promise<SeenToken[]> {
  const { chainId, safe, limit } = parameters
  const own = sql`chain_id = ${chainId} and safe = ${toBytes(safe)}`
  const { rows } = await sql<{
    token: Buffer
    solicited: boolean
    forged: boolean
    worth: boolean
    sample: Buffer
  }>`
    with recursive
      moved as (${stepThrough(sql`${own} and solicited`, 'moved')}),
      seen as (${stepThrough(own, 'seen')}),
      known as (
        select token, true as solicited from moved where token is not null
        union all
        (select token, false from seen
          where token is not null
            and token not in (select token from moved where token is not null)
          limit ${limit})
        limit ${limit}
      )
    select known.token, known.solicited, sample.tx_hash as sample,
      not known.solicited and exists (select from transfer
        where ${own} and token = known.token and direction = 'out') as forged,
      exists (select from transfer
        where ${own} and token = known.token
          and (amount > 0 or token_id is not null)) as worth
    from known cross join lateral (
      select tx_hash from transfer
        where ${own} and token = known.token limit 1) sample
    order by known.solicited desc, known.token
  `.execute(store)
  return rows.map(({ token, sample, ...facts }) => ({
    token: toAddress(token),
    sample: toHex(sample),
    ...facts,
  }))
}

/**
 * From one token to the next in the index, however many transfers lie between;
 * ends with a null.
 */
function stepThrough(own: RawBuilder<unknown>, name: string) {
  return sql`
    (select token from transfer
      where ${own} and token is not null order by token limit 1)
    union all
    select (select token from transfer
      where ${own} and token > ${sql.ref(name)}.token order by token limit 1)
    from ${sql.ref(name)} where ${sql.ref(name)}.token is not null`
}
