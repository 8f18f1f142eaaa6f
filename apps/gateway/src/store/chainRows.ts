import type { Address, Hex } from 'viem'
import type { Database, Details } from './database.js'

/** Where something stands on the chain. */
export type Place = {
  blockNumber: bigint
  txIndex: number
  logIndex: number
  txHash: Hex
  /** Seconds since 1970. */
  time: number
}

export type RawLog = Place & {
  blockHash: Hex
  address: Hex
  topics: readonly Hex[]
  data: Hex
  flaw: string | null
}

export type TransactionFields = {
  nonce: bigint
  to: Address
  value: bigint
  data: Hex
  operation: number
  safeTxGas: bigint
  baseGas: bigint
  gasPrice: bigint
  gasToken: Address
  refundReceiver: Address
}

export type Execution = Place & {
  safe: Address
  safeTxHash: Hex
  success: boolean
  payment: bigint
  details: Details
  fields: TransactionFields | null
  executor: Address | null
  signatures: Hex | null
  threshold: bigint | null
}

export type ModuleExecution = Place & {
  safe: Address
  module: Address
  success: boolean
  details: Exclude<Details, 'proposal'>
  call: { to: Address; value: bigint; data: Hex; operation: number } | null
}

export type Approval = Place & { safe: Address; hash: Hex; owner: Address }
export type SignedMessage = Place & { safe: Address; hash: Hex }

export type Transfer = Place & {
  safe: Address
  leg: number
  kind: Database['transfer']['kind']
  direction: 'in' | 'out'
  from: Address
  to: Address
  token: Address | null
  tokenId: bigint | null
  amount: bigint
  solicited: boolean
  cause: Database['transfer']['cause']
  /** The log of the execution that moved it; null where nobody here did. */
  causeLog: number | null
  /** Which call of a batch moved it, where its bytes say so. */
  callPath: string | null
}

export type TimelineItem = {
  safe: Address
  place: Place
  orderKey: bigint
  kind: Database['timeline']['kind']
  ref: string
}

/** What the chain says happened, for any number of safes and blocks. */
export type ChainRows = {
  logs: RawLog[]
  executions: Execution[]
  moduleExecutions: ModuleExecution[]
  approvals: Approval[]
  signedMessages: SignedMessage[]
  transfers: Transfer[]
  timeline: TimelineItem[]
}

export function emptyRows(): ChainRows {
  return {
    logs: [],
    executions: [],
    moduleExecutions: [],
    approvals: [],
    signedMessages: [],
    transfers: [],
    timeline: [],
  }
}

export function countRows(rows: ChainRows): number {
  return Object.values(rows).reduce((sum, list) => sum + list.length, 0)
}
