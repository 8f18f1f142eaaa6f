import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { showToast } from '../../ui/toasts.js'
import { describeError } from '../../words/errors.js'
import { WrongSignatureError } from '../act/signErrors.js'
import type { Waiting } from '../act/waiting.js'

export type WalletWork<Input> = {
  start: (input: Input) => void
  stop: () => void
  isPending: boolean
  error: Error | null
}

/**
 * One press of a button that a wallet answers: once, late, or never. Waiting
 * ends when the reader says so, and when something else than `about` is on
 * the screen; what is done about an answer after that is up to `ask`.
 */
export function useWalletWork<Input, Outcome>({
  about,
  ask,
  onDone,
}: {
  about: string
  ask: (input: Input, waiting: Waiting) => Promise<Outcome | undefined>
  onDone: (outcome: Outcome) => void
}): WalletWork<Input> {
  const turn = useRef(0)
  const settled = useRef<string>(undefined)
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: async (input: Input) => {
      turn.current += 1
      const own = turn.current
      const isAwaited = () => turn.current === own
      const isSettled = () => settled.current === about
      try {
        const outcome = await ask(input, { isAwaited, isSettled })
        if (!isAwaited()) return undefined
        settled.current = about
        return outcome
      } catch (error) {
        if (isAwaited()) throw error
        // Nobody may miss this one, wherever they are by now.
        if (error instanceof WrongSignatureError)
          showToast({ kind: 'error', text: describeError(error) })
        return undefined
      }
    },
    onSuccess: (outcome) => {
      if (outcome !== undefined) onDone(outcome)
    },
  })
  const stop = useCallback(() => {
    turn.current += 1
    reset()
  }, [reset])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends with what it is about.
  useEffect(() => stop, [about, stop])
  return { start: mutate, stop, isPending, error }
}
