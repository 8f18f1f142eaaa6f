import { sql } from 'kysely'
import type { Hex } from 'viem'
import { toBytes } from './bytes.js'
import type {
  Approval,
  ChainRows,
  Execution,
  ModuleExecution,
  RawLog,
  SignedMessage,
  TimelineItem,
  Transfer,
} from './chainRows.js'
import { insertMany, toInsert } from './insertMany.js'
import type { Store } from './openStore.js'

/** Writing the same rows twice changes nothing. */
export async function insertRows(
  store: Store,
  parameters: { chainId: number; rows: ChainRows },
): Promise<void> {
  const { chainId, rows } = parameters
  await insertLogs(store, chainId, rows.logs)
  await insertExecutions(store, chainId, rows.executions)
  await insertModuleExecutions(store, chainId, rows.moduleExecutions)
  await insertApprovals(store, chainId, rows.approvals)
  await insertSignedMessages(store, chainId, rows.signedMessages)
  await insertTransfers(store, chainId, rows.transfers)
  await expectFees(store, chainId, rows)
  await insertTimeline(store, chainId, rows.timeline)
}

async function insertLogs(store: Store, chainId: number, logs: RawLog[]) {
  const topic = (at: number) => (log: RawLog) => log.topics[at]
  await insertMany(store, {
    table: 'log_raw',
    chainId,
    rows: logs,
    columns: {
      block_number: ['int8', (log) => log.blockNumber],
      log_index: ['int4', (log) => log.logIndex],
      block_hash: ['bytea', (log) => log.blockHash],
      tx_hash: ['bytea', (log) => log.txHash],
      tx_index: ['int4', (log) => log.txIndex],
      address: ['bytea', (log) => log.address],
      topic0: ['bytea', topic(0)],
      topic1: ['bytea', topic(1)],
      topic2: ['bytea', topic(2)],
      topic3: ['bytea', topic(3)],
      data: ['bytea', (log) => log.data],
      flaw: ['text', (log) => log.flaw],
    },
  })
}

async function insertExecutions(
  store: Store,
  chainId: number,
  executions: Execution[],
) {
  await insertMany(store, {
    table: 'multisig_tx',
    chainId,
    rows: executions,
    columns: {
      safe_tx_hash: ['bytea', (row) => row.safeTxHash],
      safe: ['bytea', (row) => row.safe],
      nonce: ['numeric', (row) => row.fields?.nonce],
      to_address: ['bytea', (row) => row.fields?.to],
      value: ['numeric', (row) => row.fields?.value],
      data: ['bytea', (row) => row.fields?.data],
      operation: ['int2', (row) => row.fields?.operation],
      safe_tx_gas: ['numeric', (row) => row.fields?.safeTxGas],
      base_gas: ['numeric', (row) => row.fields?.baseGas],
      gas_price: ['numeric', (row) => row.fields?.gasPrice],
      gas_token: ['bytea', (row) => row.fields?.gasToken],
      refund_receiver: ['bytea', (row) => row.fields?.refundReceiver],
      details: ['text', (row) => row.details],
      tx_hash: ['bytea', (row) => row.txHash],
      block_number: ['int8', (row) => row.blockNumber],
      tx_index: ['int4', (row) => row.txIndex],
      log_index: ['int4', (row) => row.logIndex],
      executed_at: ['timestamptz', (row) => row.time],
      success: ['boolean', (row) => row.success],
      payment: ['numeric', (row) => row.payment],
      executor: ['bytea', (row) => row.executor],
      signatures: ['bytea', (row) => row.signatures],
      threshold: ['int8', (row) => row.threshold],
    },
    // A proposal gets its execution; its own columns stay as they are.
    ending: sql`
      on conflict (chain_id, safe_tx_hash) do update set
        nonce = coalesce(multisig_tx.nonce, excluded.nonce),
        to_address = coalesce(multisig_tx.to_address, excluded.to_address),
        value = coalesce(multisig_tx.value, excluded.value),
        data = coalesce(multisig_tx.data, excluded.data),
        operation = coalesce(multisig_tx.operation, excluded.operation),
        safe_tx_gas = coalesce(multisig_tx.safe_tx_gas, excluded.safe_tx_gas),
        base_gas = coalesce(multisig_tx.base_gas, excluded.base_gas),
        gas_price = coalesce(multisig_tx.gas_price, excluded.gas_price),
        gas_token = coalesce(multisig_tx.gas_token, excluded.gas_token),
        refund_receiver =
          coalesce(multisig_tx.refund_receiver, excluded.refund_receiver),
        details = excluded.details,
        tx_hash = excluded.tx_hash,
        block_number = excluded.block_number,
        tx_index = excluded.tx_index,
        log_index = excluded.log_index,
        executed_at = excluded.executed_at,
        success = excluded.success,
        payment = excluded.payment,
        executor = coalesce(excluded.executor, multisig_tx.executor),
        signatures = coalesce(excluded.signatures, multisig_tx.signatures),
        threshold = coalesce(excluded.threshold, multisig_tx.threshold)
      where multisig_tx.block_number is null
        or multisig_tx.details = 'unavailable'`,
  })
}

async function insertModuleExecutions(
  store: Store,
  chainId: number,
  executions: ModuleExecution[],
) {
  await insertMany(store, {
    table: 'module_tx',
    chainId,
    rows: executions,
    columns: {
      safe: ['bytea', (row) => row.safe],
      block_number: ['int8', (row) => row.blockNumber],
      tx_index: ['int4', (row) => row.txIndex],
      log_index: ['int4', (row) => row.logIndex],
      tx_hash: ['bytea', (row) => row.txHash],
      executed_at: ['timestamptz', (row) => row.time],
      module: ['bytea', (row) => row.module],
      to_address: ['bytea', (row) => row.call?.to],
      value: ['numeric', (row) => row.call?.value],
      data: ['bytea', (row) => row.call?.data],
      operation: ['int2', (row) => row.call?.operation],
      success: ['boolean', (row) => row.success],
      details: ['text', (row) => row.details],
    },
    ending: sql`
      on conflict (chain_id, block_number, log_index) do update set
        to_address = excluded.to_address, value = excluded.value,
        data = excluded.data, operation = excluded.operation,
        details = excluded.details
      where module_tx.details = 'unavailable'`,
  })
}

async function insertApprovals(
  store: Store,
  chainId: number,
  approvals: Approval[],
) {
  await insertMany(store, {
    table: 'approved_hash',
    chainId,
    rows: approvals,
    columns: {
      block_number: ['int8', (row) => row.blockNumber],
      log_index: ['int4', (row) => row.logIndex],
      safe: ['bytea', (row) => row.safe],
      hash: ['bytea', (row) => row.hash],
      owner: ['bytea', (row) => row.owner],
      tx_hash: ['bytea', (row) => row.txHash],
      approved_at: ['timestamptz', (row) => row.time],
    },
  })
  await trustApproved(store, chainId, approvals)
}

/** An owner's word on the chain counts like a signature: it joins the queue. */
async function trustApproved(
  store: Store,
  chainId: number,
  approvals: Approval[],
) {
  if (approvals.length === 0) return
  await sql`
    update multisig_tx set trusted = true, modified_at = now()
    from unnest(
      ${approvals.map(({ safe }) => toBytes(safe))}::bytea[],
      ${approvals.map(({ hash }) => toBytes(hash))}::bytea[]
    ) as approved (by_safe, hash)
    where chain_id = ${chainId} and safe_tx_hash = approved.hash
      and safe = approved.by_safe and block_number is null and not trusted
  `.execute(store)
}

async function insertSignedMessages(
  store: Store,
  chainId: number,
  messages: SignedMessage[],
) {
  await insertMany(store, {
    table: 'signed_message',
    chainId,
    rows: messages,
    columns: {
      block_number: ['int8', (row) => row.blockNumber],
      log_index: ['int4', (row) => row.logIndex],
      safe: ['bytea', (row) => row.safe],
      hash: ['bytea', (row) => row.hash],
      tx_hash: ['bytea', (row) => row.txHash],
      signed_at: ['timestamptz', (row) => row.time],
    },
  })
}

async function insertTransfers(
  store: Store,
  chainId: number,
  transfers: Transfer[],
) {
  await insertMany(store, {
    table: 'transfer',
    chainId,
    rows: transfers,
    columns: {
      safe: ['bytea', (row) => row.safe],
      block_number: ['int8', (row) => row.blockNumber],
      tx_index: ['int4', (row) => row.txIndex],
      log_index: ['int4', (row) => row.logIndex],
      leg: ['int4', (row) => row.leg],
      tx_hash: ['bytea', (row) => row.txHash],
      executed_at: ['timestamptz', (row) => row.time],
      kind: ['text', (row) => row.kind],
      direction: ['text', (row) => row.direction],
      from_address: ['bytea', (row) => row.from],
      to_address: ['bytea', (row) => row.to],
      token: ['bytea', (row) => row.token],
      token_id: ['numeric', (row) => row.tokenId],
      amount: ['numeric', (row) => row.amount],
      solicited: ['boolean', (row) => row.solicited],
      look_alike_key: ['bytea', (row) => getLookAlikeKey(row)],
      cause: ['text', (row) => row.cause],
      cause_log: ['int4', (row) => row.causeLog],
      call_path: ['text', (row) => row.callPath],
    },
  })
}

/** What a transaction cost is asked for when there is time. */
async function expectFees(store: Store, chainId: number, rows: ChainRows) {
  const executed = [...rows.executions, ...rows.moduleExecutions]
  await insertMany(store, {
    table: 'fee',
    chainId,
    rows: [...new Map(executed.map((row) => [row.txHash, row])).values()],
    columns: {
      tx_hash: ['bytea', (row) => row.txHash],
      block_number: ['int8', (row) => row.blockNumber],
    },
  })
}

/** The first and last four digits of the other side. */
function getLookAlikeKey({ direction, from, to }: Transfer): Hex {
  const other = direction === 'in' ? from : to
  return `0x${other.slice(2, 6)}${other.slice(-4)}`
}

/** Adds the items and counts those that are new. */
async function insertTimeline(
  store: Store,
  chainId: number,
  items: TimelineItem[],
) {
  if (items.length === 0) return
  const added = toInsert({
    table: 'timeline',
    chainId,
    rows: items,
    columns: {
      safe: ['bytea', ({ safe }) => safe],
      block_number: ['int8', ({ place }) => place.blockNumber],
      tx_index: ['int4', ({ place }) => place.txIndex],
      order_key: ['int8', ({ orderKey }) => orderKey],
      kind: ['text', ({ kind }) => kind],
      ref: ['text', ({ ref }) => ref],
      tx_hash: ['bytea', ({ place }) => place.txHash],
      executed_at: ['timestamptz', ({ place }) => place.time],
    },
    ending: sql`on conflict do nothing returning safe, kind`,
  })
  await sql`
    with added as (${added}), lists as (
      select safe, 'history' as list from added
      union all
      select safe, 'module' from added where kind = 'module'
    )
    insert into counter (chain_id, safe, list, count)
    select ${chainId}, safe, list, count(*) from lists group by safe, list
    on conflict (chain_id, safe, list) do update
      set count = counter.count + excluded.count
  `.execute(store)
}
