import type { Generated } from 'kysely'
import type { AssetTables } from './assetTables.js'
import type { BridgeTables } from './bridgeTables.js'
import type { NoticeTables } from './noticeTables.js'

/** The tables as the migrations leave them; their comments are there. */
export type Database = AssetTables &
  BridgeTables &
  NoticeTables & {
    chain: ChainRow
    rpc_endpoint: RpcEndpointRow
    cursor: CursorRow
    block: BlockRow
    safe: SafeRow
    watch: WatchRow
    coverage: CoverageRow
    safe_state: SafeStateRow
    safe_owner: { chain_id: bigint; owner: Buffer; safe: Buffer }
    log_raw: LogRow
    multisig_tx: MultisigRow
    confirmation: ConfirmationRow
    withdrawn: { chain_id: bigint; safe_tx_hash: Buffer; owner: Buffer }
    module_tx: ModuleRow
    approved_hash: ApprovedHashRow
    signed_message: SignedMessageRow
    transfer: TransferRow
    fee: FeeRow
    timeline: TimelineRow
    counter: { chain_id: bigint; safe: Buffer; list: string; count: bigint }
    message: MessageRow
    message_confirmation: MessageConfirmationRow
    delegate: DelegateRow
    comment: CommentRow
    name_set: NameSetRow
    auth_nonce: { nonce: string; expires_at: Date }
    session: SessionRow
    service_token: ServiceTokenRow
    service_token_safe: {
      token_hash: Buffer
      chain_id: bigint
      safe: Buffer
    }
    backup_run: BackupRunRow
    audit_entry: AuditRow
    task: TaskRow
    bucket: BucketRow
  }

type ChainRow = {
  chain_id: bigint
  genesis_hash: Buffer
  first_seen: Generated<Date>
}

type RpcEndpointRow = {
  chain_id: bigint
  url_hash: Buffer
  learned_range: bigint | null
  capabilities: unknown
  updated_at: Generated<Date>
}

type CursorRow = {
  chain_id: bigint
  number: bigint
  hash: Buffer
  epoch: Generated<bigint>
  checked: bigint
  final: Generated<bigint>
}

type BlockRow = {
  chain_id: bigint
  number: bigint
  hash: Buffer
  kept: boolean
}

type SafeRow = {
  chain_id: bigint
  address: Buffer
  found_by: 'watch' | 'factory'
  creation_block: bigint | null
  creation_tx: Buffer | null
  creation_time: Date | null
  creator: Buffer | null
  factory: Buffer | null
  singleton: Buffer | null
  initializer: Buffer | null
  salt_nonce: string | null
  state_stale: Generated<boolean>
}

type WatchRow = {
  chain_id: bigint
  safe: Buffer
  interest: Generated<'looked' | 'proven' | 'pinned'>
  followed: Generated<boolean>
  followed_from: bigint | null
  wanted_from: bigint | null
  complete_below: Generated<bigint | null>
  last_asked: Generated<Date>
  since: Generated<Date>
}

type CoverageRow = {
  chain_id: bigint
  safe: Buffer
  from_block: bigint
  to_block: bigint
}

type SafeStateRow = {
  chain_id: bigint
  safe: Buffer
  block_number: bigint
  block_hash: Buffer
  owners: Buffer[]
  threshold: bigint
  nonce: string
  singleton: Buffer
  version: string | null
  modules: Buffer[]
  guard: Buffer | null
  module_guard: Buffer | null
  fallback_handler: Buffer | null
  verified: boolean
}

export type LogRow = {
  chain_id: bigint
  block_number: bigint
  log_index: number
  block_hash: Buffer
  tx_hash: Buffer
  tx_index: number
  address: Buffer
  topic0: Buffer | null
  topic1: Buffer | null
  topic2: Buffer | null
  topic3: Buffer | null
  data: Buffer
  flaw: string | null
}

export type Details =
  | 'log'
  | 'proposal'
  | 'calldata'
  | 'batch'
  | 'trace'
  | 'unavailable'

type MultisigRow = {
  chain_id: bigint
  safe_tx_hash: Buffer
  safe: Buffer
  nonce: string | null
  to_address: Buffer | null
  value: string | null
  data: Buffer | null
  operation: number | null
  safe_tx_gas: string | null
  base_gas: string | null
  gas_price: string | null
  gas_token: Buffer | null
  refund_receiver: Buffer | null
  details: Details
  tx_hash: Buffer | null
  block_number: bigint | null
  tx_index: number | null
  log_index: number | null
  executed_at: Date | null
  success: boolean | null
  payment: string | null
  executor: Buffer | null
  signatures: Buffer | null
  threshold: bigint | null
  proposer: Buffer | null
  proposed_by_delegate: Buffer | null
  origin: string | null
  note: string | null
  submitted_at: Date | null
  modified_at: Date | null
  trusted: Generated<boolean>
  invalidated: string | null
  named_owner: Generated<Buffer | null>
  vouched_by: Generated<Buffer | null>
  expires_at: Generated<Date | null>
}

type ConfirmationRow = {
  chain_id: bigint
  safe_tx_hash: Buffer
  owner: Buffer
  signature: Buffer | null
  kind: 'ecdsa' | 'ethSign' | 'approvedHash' | 'contract'
  submitted_at: Generated<Date>
}

type ModuleRow = {
  chain_id: bigint
  safe: Buffer
  block_number: bigint
  tx_index: number
  log_index: number
  tx_hash: Buffer
  executed_at: Date
  module: Buffer
  to_address: Buffer | null
  value: string | null
  data: Buffer | null
  operation: number | null
  success: boolean
  details: Exclude<Details, 'proposal'>
}

type ApprovedHashRow = {
  chain_id: bigint
  block_number: bigint
  log_index: number
  safe: Buffer
  hash: Buffer
  owner: Buffer
  tx_hash: Buffer
  approved_at: Date
}

type SignedMessageRow = {
  chain_id: bigint
  block_number: bigint
  log_index: number
  safe: Buffer
  hash: Buffer
  tx_hash: Buffer
  signed_at: Date
}

type TransferRow = {
  chain_id: bigint
  safe: Buffer
  block_number: bigint
  tx_index: number
  log_index: number
  leg: number
  tx_hash: Buffer
  executed_at: Date
  kind: 'native' | 'erc20' | 'erc721' | 'erc1155'
  direction: 'in' | 'out'
  from_address: Buffer
  to_address: Buffer
  token: Buffer | null
  token_id: string | null
  amount: string
  solicited: boolean
  look_alike_key: Buffer
  cause: 'incoming' | 'execution' | 'refund'
  cause_log: number | null
  call_path: string | null
}

type FeeRow = {
  chain_id: bigint
  tx_hash: Buffer
  block_number: bigint
  payer: Buffer | null
  gas_used: string | null
  gas_price: string | null
  max_fee: string | null
  max_priority_fee: string | null
  data_fee: string | null
  ask_after: Generated<Date>
}

type TimelineRow = {
  chain_id: bigint
  safe: Buffer
  block_number: bigint
  tx_index: number
  order_key: bigint
  kind: 'multisig' | 'module' | 'transfer' | 'creation'
  ref: string
  tx_hash: Buffer
  executed_at: Date
}

type MessageRow = {
  chain_id: bigint
  message_hash: Buffer
  safe: Buffer
  content: unknown
  proposer: Buffer
  origin: string | null
  safe_app_id: bigint | null
  created_at: Generated<Date>
  modified_at: Generated<Date>
}

type MessageConfirmationRow = {
  chain_id: bigint
  message_hash: Buffer
  owner: Buffer
  signature: Buffer
  kind: 'ecdsa' | 'ethSign' | 'approvedHash' | 'contract'
  submitted_at: Generated<Date>
}

type DelegateRow = {
  chain_id: bigint
  safe: Buffer | null
  delegate: Buffer
  delegator: Buffer
  label: string
  created_at: Generated<Date>
  expires_at: Date | null
}

type CommentRow = {
  chain_id: bigint
  comment_hash: Buffer
  safe: Buffer
  safe_tx_hash: Buffer
  writer: Buffer
  text: string
  written_at: Date
  signature: Buffer
  created_at: Generated<Date>
}

type SessionRow = {
  token_hash: Buffer
  chain_id: bigint
  address: Buffer
  any_chain: Generated<boolean>
  created_at: Generated<Date>
  expires_at: Date
}

type NameSetRow = {
  chain_id: bigint
  safe: Buffer
  sequence: number
  hash: Buffer
  previous: Buffer
  author: Buffer
  signature: Buffer
  time: bigint
  changes: unknown
  change_count: number
  created_at: Generated<Date>
}

type ServiceTokenRow = {
  token_hash: Buffer
  id: Generated<string>
  name: string
  account: Buffer | null
  scope: Generated<'read' | 'propose'>
  created_at: Generated<Date>
  last_used_at: Date | null
}

type TaskRow = {
  kind: string
  chain_id: bigint
  key: Buffer
  run_after: Generated<Date>
  attempts: Generated<number>
}

type BackupRunRow = {
  id: Generated<bigint>
  started_at: Date
  rows: number | null
  bytes: bigint | null
  problem: string | null
}

type AuditRow = {
  id: Generated<bigint>
  at: Generated<Date>
  account: Buffer | null
  act: string
  subject: string
}

type BucketRow = {
  kind: string
  key: string
  span: bigint
  count: number
  ends_at: Date
}
