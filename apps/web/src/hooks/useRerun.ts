import { focusManager } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { SimulationState } from '../understand/assess/simulationState.js'

/** A fast chain is not followed block by block, in milliseconds. */
export const rerunInterval = 12_000

/**
 * Runs it once more when a block has come since, while the page is seen. What fails is left to the
 * reader: a node in trouble is not asked again and again.
 */
export function useRerun({
  age,
  at,
  error,
  refetch,
}: Pick<SimulationState, 'error' | 'refetch'> & {
  /** In blocks. */
  age: bigint
  /** When it was run, in milliseconds since 1970. */
  at: number
}): void {
  const isSeen = useSyncExternalStore(focusManager.subscribe, () =>
    focusManager.isFocused(),
  )
  useEffect(() => {
    if (age === 0n || error || !isSeen) return
    const timer = setTimeout(
      // A run that takes longer than a block is waited for.
      () => void refetch({ cancelRefetch: false }),
      Math.max(0, at + rerunInterval - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [age, at, error, isSeen, refetch])
}
