import type { SafeVersion } from '@covault/protocol'
import type { Address, Hex, LocalAccount } from 'viem'
import {
  type DeployedSafe,
  describeSafe,
  type SafePlan,
} from '../deploySafe.js'
import type { TransactionPlan } from '../safeTransactions.js'
import type { OffChainPart } from './offChainPart.js'

/**
 * A part of the demo world. Everything in it follows from the scenario and
 * the chain id alone, so it can be described without asking the chain.
 */
export type Scenario = {
  title: string
  /** Of the demo's chains; any other chain is played like the first. */
  chainIds: readonly number[]
  safes: readonly DemoSafe[]
  /** What happens on the chain; all scenarios' steps are played by time. */
  getSteps(): Step[]
  /** What people tell the gateway once all steps are played. */
  getOffChainPart?(stage: Stage): Promise<Partial<OffChainPart>>
}

const demoChainIds: readonly number[] = [31337, 31338]

export function listPlayed(
  scenarios: readonly Scenario[],
  chainId: number,
): readonly Scenario[] {
  const like = demoChainIds.includes(chainId) ? chainId : 31337
  return scenarios.filter(({ chainIds }) => chainIds.includes(like))
}

export type DemoSafe = {
  name: string
  plan: SafePlan
  /** The same on every chain. */
  address: Address
  version: SafeVersion
}

export type Step = { daysAgo: number } & (
  | { kind: 'create'; safe: DemoSafe }
  | { kind: 'send'; account: LocalAccount; calls: readonly SentCall[] }
  | {
      kind: 'execute'
      safe: DemoSafe
      getPlan(stage: Stage): TransactionPlan
      signers: readonly LocalAccount[]
      /** Owners that have called `approveHash` in an earlier step. */
      approvers?: readonly Address[]
      executor: LocalAccount
    }
)

export type SentCall = { to: Address; value?: bigint; data?: Hex }

/** A chain at a point of its history. */
export type Stage = {
  chainId: number
  /** The nonce of the safe's next transaction. */
  getNonce(safe: DemoSafe): bigint
}

export function defineSafe(name: string, plan: SafePlan): DemoSafe {
  const { address, version } = describeSafe(31337, plan)
  return { name, plan, address, version }
}

export function locate(
  { address, version }: DemoSafe,
  { chainId }: Pick<Stage, 'chainId'>,
): DeployedSafe {
  return { chainId, address, version }
}
