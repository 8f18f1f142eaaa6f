import { sql } from 'kysely'
import type { Address } from 'viem'
import { toAddress, toBytes, toHex } from './bytes.js'
import type { BlockId } from './cursors.js'
import { fitPage, type Placed, type PlacedRow, toPlaced } from './fitPage.js'
import type { Store } from './openStore.js'

/** One of a collection, or some of one kind of it. */
export type CollectibleId = { token: Address; tokenId: bigint }

/**
 * What logs say a safe received. Old collections log their ids where amounts
 * are expected; they are known by what the contract says of itself.
 */
export async function listReceivedCollectibles(
  store: Store,
  parameters: { chainId: number; safe: Address; limit: number },
): Promise<(CollectibleId & { kind: 'erc721' | 'erc1155' })[]> {
  const { chainId, safe, limit } = parameters
  const { rows } = await sql<{
    token: Buffer
    token_id: string
    kind: 'erc721' | 'erc1155'
  }>`
    select distinct transfer.token, coalesce(token_id, amount) as token_id,
      case transfer.kind when 'erc1155' then 'erc1155' else 'erc721' end as kind
    from transfer
    left join token on token.chain_id = transfer.chain_id
      and token.address = transfer.token
    where transfer.chain_id = ${chainId} and safe = ${toBytes(safe)}
      and direction = 'in' and transfer.token is not null
      and (transfer.kind in ('erc721', 'erc1155') or token.kind = 'erc721')
    order by transfer.token, token_id, kind limit ${limit}
  `.execute(store)
  return rows.map(({ token, token_id, kind }) => ({
    token: toAddress(token),
    tokenId: BigInt(token_id),
    kind,
  }))
}

export async function readCollectiblesBlock(
  store: Store,
  parameters: { chainId: number; safe: Address },
): Promise<BlockId | undefined> {
  const row = await store
    .selectFrom('collectible_read')
    .select(['block_number', 'block_hash'])
    .where('chain_id', '=', BigInt(parameters.chainId))
    .where('safe', '=', toBytes(parameters.safe))
    .executeTakeFirst()
  return row && { number: row.block_number, hash: toHex(row.block_hash) }
}

export type OwnedCollectible = CollectibleId & {
  kind: 'erc721' | 'erc1155'
  amount: bigint
  spamScore: number
  spamReasons: string[]
  trusted: boolean
}

export async function saveOwnedCollectibles(
  store: Store,
  parameters: {
    chainId: number
    safe: Address
    block: BlockId
    owned: readonly OwnedCollectible[]
  },
): Promise<void> {
  const { block, owned } = parameters
  const chainId = BigInt(parameters.chainId)
  const safe = toBytes(parameters.safe)
  const read = {
    block_number: block.number,
    block_hash: toBytes(block.hash),
  }
  await store.transaction().execute(async (transaction) => {
    // First, because its row lock keeps a second writer waiting.
    await transaction
      .insertInto('collectible_read')
      .values({ chain_id: chainId, safe, ...read })
      .onConflict((conflict) =>
        conflict.columns(['chain_id', 'safe']).doUpdateSet(read),
      )
      .execute()
    await transaction
      .deleteFrom('safe_collectible')
      .where('chain_id', '=', chainId)
      .where('safe', '=', safe)
      .execute()
    if (owned.length === 0) return
    await sql`
      insert into safe_collectible (chain_id, safe, token, token_id, kind,
        amount, spam_score, spam_reasons, trusted)
      select ${chainId}, ${safe}, token, token_id, kind, amount, spam_score,
        array(select jsonb_array_elements_text(reasons)), trusted
      from unnest(
        ${owned.map(({ token }) => toBytes(token))}::bytea[],
        ${owned.map(({ tokenId }) => tokenId)}::numeric[],
        ${owned.map(({ kind }) => kind)}::text[],
        ${owned.map(({ amount }) => amount)}::numeric[],
        ${owned.map(({ spamScore }) => spamScore)}::int4[],
        ${owned.map(({ spamReasons }) => JSON.stringify(spamReasons))}::jsonb[],
        ${owned.map(({ trusted }) => trusted)}::boolean[]
      ) as owned (token, token_id, kind, amount, spam_score, reasons, trusted)
    `.execute(transaction)
  })
}

export type CollectibleFilter = {
  chainId: number
  safe: Address
  onlyTrusted: boolean
  /** From this score on nothing is shown. */
  spamScoreBelow: number | undefined
}

export async function listOwnedCollectibles(
  store: Store,
  parameters: CollectibleFilter & {
    after: CollectibleId | undefined
    limit: number
    offset?: number
  },
): Promise<(OwnedCollectible & Placed)[]> {
  const { after, limit, offset = 0 } = parameters
  const order = sql`token, token_id`
  const listed = sql`
    select chain_id, token, token_id, kind, amount, spam_score, spam_reasons, trusted
    from safe_collectible where ${toCondition(parameters)}
      and ${
        after
          ? sql`(token, token_id) > (${toBytes(after.token)},
              ${after.tokenId.toString()}::numeric)`
          : sql`true`
      }
    order by ${order} limit ${limit} offset ${offset}`
  const { rows } = await sql<
    PlacedRow & {
      token: Buffer
      token_id: string
      kind: 'erc721' | 'erc1155'
      amount: string
      spam_score: number
      spam_reasons: string[]
      trusted: boolean
    }
  >`${fitPage(listed, { order, bytes: weight })}`.execute(store)
  return rows.map((row) => ({
    token: toAddress(row.token),
    tokenId: BigInt(row.token_id),
    kind: row.kind,
    amount: BigInt(row.amount),
    spamScore: row.spam_score,
    spamReasons: row.spam_reasons,
    trusted: row.trusted,
    ...toPlaced(row),
  }))
}

/** What it says of itself, as far as that is stored. */
const weight = sql`coalesce((
  select coalesce(metadata_bytes, 0)
    + coalesce(octet_length(image_uri), 0)
    + coalesce(octet_length(description), 0)
  from collectible told
  where told.chain_id = listed.chain_id and told.token = listed.token
    and told.token_id = listed.token_id), 0)`

/** Of one safe, which has a bounded number of them. */
export async function countOwnedCollectibles(
  store: Store,
  filter: CollectibleFilter,
): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from safe_collectible where ${toCondition(filter)}
  `.execute(store)
  return Number(rows[0]?.count ?? 0n)
}

function toCondition(filter: CollectibleFilter) {
  const { chainId, safe, onlyTrusted, spamScoreBelow } = filter
  return sql`chain_id = ${chainId} and safe = ${toBytes(safe)}
    and (trusted or not ${onlyTrusted}::boolean)
    and (trusted or ${spamScoreBelow ?? null}::int4 is null
      or spam_score < ${spamScoreBelow ?? null}::int4)`
}

export type StoredCollectible = CollectibleId & {
  uri: string | null
  name: string | null
  description: string | null
  imageUri: string | null
  metadata: Record<string, unknown> | null
  /** Why there is no metadata. */
  flaw: string | null
  readAt: Date
}

/** By `<token>:<id>`. */
export async function readStoredCollectibles(
  store: Store,
  parameters: { chainId: number; ids: readonly CollectibleId[] },
): Promise<Map<string, StoredCollectible>> {
  const { chainId, ids } = parameters
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{
    token: Buffer
    token_id: string
    uri: string | null
    name: string | null
    description: string | null
    image_uri: string | null
    metadata: Record<string, unknown> | null
    flaw: string | null
    read_at: Date
  }>`
    select collectible.* from collectible
    join unnest(${ids.map(({ token }) => toBytes(token))}::bytea[],
      ${ids.map(({ tokenId }) => tokenId)}::numeric[]) as wanted (token, id)
      on collectible.token = wanted.token and collectible.token_id = wanted.id
    where chain_id = ${chainId}
  `.execute(store)
  return new Map(
    rows.map(({ token, token_id, image_uri, read_at, ...row }) => {
      const id = { token: toAddress(token), tokenId: BigInt(token_id) }
      const { uri, name, description, metadata, flaw } = row
      const rest = { uri, name, description, metadata, flaw }
      return [
        toCollectibleKey(id),
        { ...id, ...rest, imageUri: image_uri, readAt: read_at },
      ]
    }),
  )
}

export function toCollectibleKey({ token, tokenId }: CollectibleId): string {
  return `${token}:${tokenId}`
}

export async function saveCollectible(
  store: Store,
  parameters: {
    chainId: number
    collectible: Omit<StoredCollectible, 'readAt'>
  },
): Promise<void> {
  const { chainId, collectible } = parameters
  const { token, tokenId, imageUri, metadata, ...texts } = collectible
  const content = {
    ...texts,
    image_uri: imageUri,
    metadata: metadata && JSON.stringify(metadata),
  }
  await store
    .insertInto('collectible')
    .values({
      chain_id: BigInt(chainId),
      token: toBytes(token),
      token_id: tokenId.toString(),
      ...content,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['chain_id', 'token', 'token_id'])
        .doUpdateSet({ ...content, read_at: sql`now()` }),
    )
    .execute()
}
