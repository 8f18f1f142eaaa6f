import { useEffect } from 'react'
import { prefetchFlow, readLinkedFlow } from './prefetchFlow.js'

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
      for (const name of new Set(linked)) prefetchFlow(name)
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
