import type { SafeReference } from '@covault/api'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { loadDetails } from '../../components/transaction/LazyDetails.js'
import { isMetered } from '../../lib/isMetered.js'
import { paths } from '../../lib/paths.js'
import { prefetchFlow, readLinkedFlow } from './prefetchFlow.js'
import { prefetchReview } from './prefetchReview.js'

/**
 * A page that is open goes on when the gateway is gone. What is needed then to
 * sign, share, bring in and execute cannot be loaded any more.
 */
const withoutGateway = ['confirm', 'confirm-message', 'share']

/** Milliseconds, where a browser does not tell when it has nothing to do. */
const pause = 500

/** The code of all flows that the page links to, once it has come to rest. */
export function usePrefetchWhenIdle(
  page: string,
  place: SafeReference | undefined,
  parts: readonly (() => Promise<unknown>)[],
): void {
  const router = useRouter()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other links.
  useEffect(
    () =>
      whenIdle(() => {
        const linked = [...document.links].map(readLinkedFlow)
        for (const name of new Set([...linked, ...withoutGateway]))
          prefetchFlow(name, place)
        if (isMetered()) return
        prefetchReview()
        for (const load of [loadDetails, ...parts])
          void load().catch(() => undefined)
        for (const to of [paths.bringIn, paths.transaction])
          void router.preloadRoute({ to }).catch(() => undefined)
      }),
    [page, place],
  )
}

function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, pause)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(work)
  return () => cancelIdleCallback(asked)
}
