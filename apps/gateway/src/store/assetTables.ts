import type { Generated } from 'kysely'

/** The tables of what safes have and what it is worth. */
export type AssetTables = {
  token: TokenRow
  balance_read: BalanceReadRow
  safe_token: SafeTokenRow
  collectible: CollectibleRow
  collectible_read: CollectibleReadRow
  safe_collectible: SafeCollectibleRow
  price: PriceRow
}

type TokenRow = {
  chain_id: bigint
  address: Buffer
  kind: 'erc20' | 'erc721' | 'erc1155' | 'unknown'
  name: string | null
  symbol: string | null
  decimals: number | null
  flaws: string[]
  read_at: Generated<Date>
}

type BalanceReadRow = {
  chain_id: bigint
  safe: Buffer
  block_number: bigint
  block_hash: Buffer
  lists: Buffer
  native: string
  tokens_block: Buffer | null
  tokens_read_at: Date | null
  version: string | null
}

type SafeTokenRow = {
  chain_id: bigint
  safe: Buffer
  token: Buffer
  amount: string
  spam_score: number
  spam_reasons: string[]
}

type CollectibleRow = {
  chain_id: bigint
  token: Buffer
  token_id: string
  uri: string | null
  name: string | null
  description: string | null
  image_uri: string | null
  metadata: unknown
  flaw: string | null
  read_at: Generated<Date>
}

type CollectibleReadRow = {
  chain_id: bigint
  safe: Buffer
  block_number: bigint
  block_hash: Buffer
}

type SafeCollectibleRow = SafeTokenRow & {
  token_id: string
  kind: 'erc721' | 'erc1155'
  trusted: boolean
}

type PriceRow = {
  chain_id: bigint
  asset: string
  hour: Date
  usd: string
  source: 'feed' | 'http' | 'constant'
}
