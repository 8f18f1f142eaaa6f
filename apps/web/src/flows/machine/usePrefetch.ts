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

/**
 * The code of a flow comes before somebody opens it: when its link is pointed
 * at or has the focus, and for all links of the page once it has come to rest.
 */
export function usePrefetch({
  page,
  flow,
  isTime,
}: {
  page: string
  /** The one that is open: its code and the machine's come together. */
  flow: string | undefined
  isTime: boolean
}): void {
  const router = useRouter()
  useEffect(() => prefetchFlow(flow), [flow])
  useEffect(() => {
    const onIntent = ({ target }: Event) => prefetchFlow(readLinkedFlow(target))
    document.addEventListener('pointerover', onIntent)
    document.addEventListener('focusin', onIntent)
    return () => {
      document.removeEventListener('pointerover', onIntent)
      document.removeEventListener('focusin', onIntent)
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other links.
  useEffect(() => {
    if (!isTime) return
    return whenIdle(() => {
      const linked = [...document.links].map(readLinkedFlow)
      for (const name of new Set([...linked, ...withoutGateway]))
        prefetchFlow(name)
      if (isMetered()) return
      prefetchReview()
      void loadDetails().catch(() => undefined)
      for (const to of [paths.bringIn, paths.transaction])
        void router.preloadRoute({ to }).catch(() => undefined)
    })
  }, [page, isTime])
}

function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, pause)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(work)
  return () => cancelIdleCallback(asked)
}
