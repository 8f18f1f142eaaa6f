import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Kept } from '../act/keptWork.js'
import { refreshSigned } from '../act/refreshSigned.js'
import { submitKept } from '../act/submit.js'

/** Hands signatures that this browser has to the gateway, once more. */
export function useHandIn(kept: readonly Kept[]) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      for (const one of kept) await submitKept(one)
    },
    onSuccess: () =>
      refreshSigned(
        queries,
        kept.map(({ kind, value }) => ({ kind, ...value })),
      ),
  })
}
