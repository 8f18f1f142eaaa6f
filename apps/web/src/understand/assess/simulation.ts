import type {
  Intent,
  SafeTransaction,
  SimulationRiskId,
} from '@covault/protocol'
import { queryOptions, skipToken } from '@tanstack/react-query'
import type { Address, Hex } from 'viem'
import { createChainClient } from '../../trust/chainClient.js'
import type { SafePlace } from '../safe/safePlace.js'
import type { Assessment } from './applyRules.js'
import { loadHeavyHalf } from './loadHeavyHalf.js'
import type { SimulationState } from './simulationState.js'

/** What the transaction would do, if the executor executed it. */
export function simulationQuery(
  { chain, safe }: SafePlace,
  {
    transaction,
    digest,
    intent,
    executor,
    isOn,
  }: {
    transaction: SafeTransaction
    digest: Hex
    /** Undefined until it is known what the bytes do. */
    intent: Intent | undefined
    executor: Address | undefined
    isOn: boolean
  },
) {
  return queryOptions({
    // Another sender, or a safe that has moved on, is another run.
    queryKey: [
      'simulation',
      chain.chainId,
      digest,
      executor,
      { ...safe, nonce: String(safe.nonce) },
    ],
    queryFn:
      isOn && intent && executor
        ? async () => {
            const { simulateTransaction } = await loadHeavyHalf()
            const asked = { chain, safe, transaction, intent, executor }
            return simulateTransaction(createChainClient(chain), asked)
          }
        : skipToken,
    // The report runs it again when the chain has moved on.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    structuralSharing: false,
  })
}

/** What the rules found, and what only a run has shown. */
export function withSimulation(
  assessment: Assessment,
  { data }: Pick<SimulationState, 'data'>,
): Assessment {
  const found = data?.findings ?? []
  // The head says that it would fail. What it does comes first: a failure is
  // easily arranged, and would push it off a phone's screen.
  const failures = found.filter(({ id }) => id === 'would-fail')
  const effects = found.filter(({ id }) => id !== 'would-fail')
  const findings = [...effects, ...assessment.findings, ...failures]
  const ruleCount = assessment.ruleCount + listApplied(data).length
  return { findings, ruleCount }
}

/** What reverts leaves the storage as it is; else it has to be seen. */
function listApplied(data: SimulationState['data']): SimulationRiskId[] {
  if (!data) return []
  const isStorageKnown = data.storage || data.outcome.status === 'reverted'
  return isStorageKnown
    ? ['would-fail', 'unexplained-storage-change']
    : ['would-fail']
}
