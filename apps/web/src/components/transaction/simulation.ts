import { findChain, type Intent, type SafeTransaction } from '@covault/protocol'
import { skipToken, useQuery } from '@tanstack/react-query'
import type { Hex } from 'viem'
import { usePreference } from '../../preferences/preference.js'
import { security } from '../../preferences/security.js'
import { createChainClient } from '../../trust/chainClient.js'
import type { Simulation } from '../../trust/simulate.js'
import { connectionQuery } from '../../wallet/connection.js'
import type { Assessment } from './applyRules.js'
import type { SafePlace } from './safePlace.js'

/** Where the run of a transaction stands. */
export type SimulationState = {
  /** The reader has not switched it off, and the chain is known to have it. */
  isOn: boolean
  /** It is known what a run shows, or that there is none to be had. */
  isSettled: boolean
  data: Simulation | undefined
  error: Error | null
  refetch: (options?: { cancelRefetch: boolean }) => Promise<unknown>
}

/** What the transaction would do, if the one who looks at it executed it. */
export function useSimulation(
  { chain, safe }: SafePlace,
  {
    transaction,
    digest,
    intent,
  }: {
    transaction: SafeTransaction
    digest: Hex
    /** Undefined until it is known what the bytes do. */
    intent: Intent | undefined
  },
): SimulationState {
  const { simulate } = usePreference(security)
  const { data: connection } = useQuery(connectionQuery)
  const features = findChain(chain.chainId)?.features
  const isOn = simulate && (features?.includes('TX_SIMULATION') ?? true)
  const executor = connection?.account ?? safe.owners[0]
  const { data, error, isFetched, refetch } = useQuery({
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
            const { simulateTransaction } = await import(
              '../../trust/simulate.js'
            )
            const asked = { chain, safe, transaction, intent, executor }
            return simulateTransaction(createChainClient(chain), asked)
          }
        : skipToken,
    // The report runs it again when the chain has moved on.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    structuralSharing: false,
  })
  return { isOn, isSettled: !isOn || isFetched, data, error, refetch }
}

/** What the rules found, and what only a run has shown. */
export function withSimulation(
  assessment: Assessment,
  { data }: Pick<SimulationState, 'data'>,
): Assessment {
  const findings = [...(data?.findings ?? []), ...assessment.findings]
  return { ...assessment, findings }
}
