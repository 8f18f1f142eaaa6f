import type { Address, Hex } from 'viem'
import type { RpcEndpoint } from '../chain/rpcEndpoint.js'
import type { CallFrame } from '../chain/trace.js'
import type {
  ModuleExecution,
  Place,
  TransactionFields,
} from '../store/chainRows.js'
import type { Details } from '../store/database.js'
import type { Activity } from './activity.js'
import { type ExecutionClaim, type ModuleClaim, readClaims } from './claims.js'

export type KnownState = { version: string | null; nonce: bigint }

export type InterpretContext = {
  chainId: number
  rpc: RpcEndpoint
  /** Of each safe at or after the activities: no nonce from there on was used. */
  states: ReadonlyMap<Address, KnownState>
  /** How many nonces each safe used in a block, where that is known already. */
  noncesUsed: NoncesUsed
  findProposals(hashes: readonly Hex[]): Promise<Map<Hex, TransactionFields>>
}

/** By `<safe>:<block number>`. */
export type NoncesUsed = ReadonlyMap<string, bigint>

export type OpenExecution = ExecutionClaim & {
  details: Details
  fields: TransactionFields | null
  executor: Address | null
  signatures: Hex | null
  rejected: boolean
}

export type OpenModule = ModuleClaim & {
  details: ModuleExecution['details']
  call: ModuleExecution['call']
  rejected: boolean
}

/** One activity on its way to rows. */
export type Case = {
  activity: Activity
  state: KnownState
  executions: OpenExecution[]
  modules: OpenModule[]
  frames: CallFrame[] | undefined
  rejected: Set<Place>
}

export function openCase(context: InterpretContext, activity: Activity): Case {
  const state = context.states.get(activity.safe) ?? {
    version: null,
    nonce: 1n << 64n,
  }
  const claims = readClaims(activity, context.chainId)
  return {
    activity,
    state,
    frames: undefined,
    rejected: new Set(),
    executions: claims.executions.map((claim) => ({
      ...claim,
      details: claim.announced ? 'log' : 'unavailable',
      fields: claim.announced?.fields ?? null,
      executor: claim.announced?.sender ?? null,
      signatures: claim.announced?.signatures ?? null,
      rejected: false,
    })),
    modules: claims.modules.map((claim) => ({
      ...claim,
      details: claim.announced ? 'log' : 'unavailable',
      call: claim.announced,
      rejected: false,
    })),
  }
}

export function lacksDetails({ executions, modules }: Case): boolean {
  return (
    executions.some(({ executor }) => executor === null) ||
    modules.some(({ call }) => call === null)
  )
}

export function isCertain(details: Details): boolean {
  return details === 'calldata' || details === 'batch' || details === 'trace'
}
