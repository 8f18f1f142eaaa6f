import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { toAddress, toAddressOrNull, toBytes, toHex } from './bytes.js'
import type { Store } from './openStore.js'

/** A safe, and the blocks of it that something is asked of. */
type BlockRange = {
  chainId: number
  safe: Address
  from: bigint
  to: bigint
}

/** Where on the chain something happened. */
type Spot = {
  block: bigint
  txIndex: number
  logIndex: number
  txHash: Hex | null
  at: Date
}

/** What happened on the chain, as far as it is worth being told. */
export type ChainFact = Spot &
  (
    | {
        what: 'execution'
        safeTxHash: Hex
        nonce: string | null
        to: Address | null
        data: Hex | null
        success: boolean
      }
    | { what: 'module'; module: Address; success: boolean }
    | {
        what: 'transfer'
        leg: number
        kind: 'native' | 'erc20' | 'erc721' | 'erc1155'
        direction: 'in' | 'out'
        token: Address | null
        tokenId: string | null
        amount: string
      }
    | { what: 'approval'; safeTxHash: Hex; owner: Address }
    | { what: 'creation' }
    | {
        what: 'setup'
        owners: ListChange
        modules: ListChange
        threshold: { before: string; after: string }
      }
  )

type ListChange = { added: Address[]; removed: Address[] }

export async function readChainFacts(
  store: Store,
  range: BlockRange,
): Promise<ChainFact[]> {
  const facts: ChainFact[] = []
  // One connection answers one question at a time.
  for (const read of readings) facts.push(...(await read(store, range)))
  return facts.sort(byPlace)
}

const readings = [
  readExecutions,
  readModuleRuns,
  readMoves,
  readApprovals,
  readCreation,
  readSetups,
]

function byPlace(a: ChainFact, b: ChainFact): number {
  if (a.block !== b.block) return a.block < b.block ? -1 : 1
  return a.txIndex - b.txIndex || a.logIndex - b.logIndex
}

const within = ({ chainId, safe, from, to }: BlockRange) =>
  sql`chain_id = ${chainId} and safe = ${toBytes(safe)}
    and block_number between ${from} and ${to}`

type SpotRow = {
  block_number: bigint
  tx_index: number
  log_index: number
  tx_hash: Buffer | null
  executed_at: Date
}

const toSpot = (row: SpotRow): Spot => ({
  block: row.block_number,
  txIndex: row.tx_index,
  logIndex: row.log_index,
  txHash: row.tx_hash && toHex(row.tx_hash),
  at: row.executed_at,
})

async function readExecutions(
  store: Store,
  range: BlockRange,
): Promise<ChainFact[]> {
  const { rows } = await sql<
    SpotRow & {
      safe_tx_hash: Buffer
      nonce: string | null
      to_address: Buffer | null
      data: Buffer | null
      success: boolean
    }
  >`
    select block_number, tx_index, log_index, tx_hash, executed_at,
      safe_tx_hash, nonce, to_address, data, success
    from multisig_tx where ${within(range)}
  `.execute(store)
  return rows.map((row) => ({
    ...toSpot(row),
    what: 'execution',
    safeTxHash: toHex(row.safe_tx_hash),
    nonce: row.nonce,
    to: toAddressOrNull(row.to_address),
    data: row.data && toHex(row.data),
    success: row.success,
  }))
}

async function readModuleRuns(
  store: Store,
  range: BlockRange,
): Promise<ChainFact[]> {
  const { rows } = await sql<SpotRow & { module: Buffer; success: boolean }>`
    select block_number, tx_index, log_index, tx_hash, executed_at,
      module, success
    from module_tx where ${within(range)}
  `.execute(store)
  return rows.map((row) => ({
    ...toSpot(row),
    what: 'module',
    module: toAddress(row.module),
    success: row.success,
  }))
}

async function readMoves(
  store: Store,
  range: BlockRange,
): Promise<ChainFact[]> {
  const { rows } = await sql<
    SpotRow & {
      leg: number
      kind: 'native' | 'erc20' | 'erc721' | 'erc1155'
      direction: 'in' | 'out'
      token: Buffer | null
      token_id: string | null
      amount: string
    }
  >`
    select block_number, tx_index, log_index, tx_hash, executed_at,
      leg, kind, direction, token, token_id, amount
    from transfer where ${within(range)}
  `.execute(store)
  return rows.map((row) => ({
    ...toSpot(row),
    what: 'transfer',
    leg: row.leg,
    kind: row.kind,
    direction: row.direction,
    token: toAddressOrNull(row.token),
    tokenId: row.token_id,
    amount: row.amount,
  }))
}

/** Of transactions that we know: others mean nothing to anyone who reads it. */
async function readApprovals(
  store: Store,
  range: BlockRange,
): Promise<ChainFact[]> {
  const { rows } = await sql<SpotRow & { hash: Buffer; owner: Buffer }>`
    select block_number, 0 as tx_index, log_index, tx_hash,
      approved_at as executed_at, hash, owner
    from approved_hash where ${within(range)} and exists (
      select from multisig_tx
      where multisig_tx.chain_id = approved_hash.chain_id
        and safe_tx_hash = hash)
  `.execute(store)
  return rows.map((row) => ({
    ...toSpot(row),
    what: 'approval',
    safeTxHash: toHex(row.hash),
    owner: toAddress(row.owner),
  }))
}

async function readCreation(
  store: Store,
  { chainId, safe, from, to }: BlockRange,
): Promise<ChainFact[]> {
  const { rows } = await sql<SpotRow>`
    select creation_block as block_number, 0 as tx_index, 0 as log_index,
      creation_tx as tx_hash, creation_time as executed_at
    from safe where chain_id = ${chainId} and address = ${toBytes(safe)}
      and creation_block between ${from} and ${to}
      and creation_time is not null
  `.execute(store)
  return rows.map((row) => ({ ...toSpot(row), what: 'creation' }))
}

type SetupRow = {
  block_number: bigint
  owners: Buffer[]
  modules: Buffer[]
  threshold: bigint
  read_at: Date | null
}

/** Where owners, modules or the threshold are others than before. */
async function readSetups(
  store: Store,
  { chainId, safe, from, to }: BlockRange,
): Promise<ChainFact[]> {
  const own = sql`chain_id = ${chainId} and safe = ${toBytes(safe)}`
  const { rows } = await sql<SetupRow>`
    select block_number, owners, modules, threshold, (
      select max(executed_at) from timeline
      where timeline.chain_id = ${chainId}
        and timeline.safe = ${toBytes(safe)}
        and timeline.block_number = safe_state.block_number) as read_at
    from safe_state where ${own} and block_number <= ${to}
      and block_number >= coalesce((
        select max(block_number) from safe_state
        where ${own} and block_number < ${from}), ${from})
    order by block_number
  `.execute(store)
  return rows.flatMap((row, index): ChainFact[] => {
    const before = rows[index - 1]
    // Without anything that happened there, when it changed is not known.
    if (!before || !row.read_at || !isOther(before, row)) return []
    return [
      {
        block: row.block_number,
        txIndex: Number.MAX_SAFE_INTEGER,
        logIndex: 0,
        txHash: null,
        at: row.read_at,
        what: 'setup',
        owners: compareLists(before.owners, row.owners),
        modules: compareLists(before.modules, row.modules),
        threshold: {
          before: String(before.threshold),
          after: String(row.threshold),
        },
      },
    ]
  })
}

function isOther(before: SetupRow, after: SetupRow): boolean {
  const { owners, modules, threshold } = before
  return (
    threshold !== after.threshold ||
    toKey(owners) !== toKey(after.owners) ||
    toKey(modules) !== toKey(after.modules)
  )
}

function toKey(list: readonly Buffer[]): string {
  return list
    .map((each) => each.toString('hex'))
    .sort()
    .join()
}

function compareLists(
  before: readonly Buffer[],
  after: readonly Buffer[],
): ListChange {
  const lacks = (list: readonly Buffer[]) => (each: Buffer) =>
    !list.some((other) => other.equals(each))
  return {
    added: after.filter(lacks(before)).map(toAddress),
    removed: before.filter(lacks(after)).map(toAddress),
  }
}
