import type { SafeReference } from '@covault/api'
import { useEffect } from 'react'
import { prefetchFlow, readLinkedFlow } from './prefetchFlow.js'

/**
 * The code of a flow comes before somebody opens it: when its link is pointed
 * at or has the focus.
 */
export function usePrefetch(place: SafeReference | undefined): void {
  useEffect(() => {
    const onIntent = ({ target }: Event) =>
      prefetchFlow(readLinkedFlow(target), place)
    document.addEventListener('pointerover', onIntent)
    document.addEventListener('focusin', onIntent)
    return () => {
      document.removeEventListener('pointerover', onIntent)
      document.removeEventListener('focusin', onIntent)
    }
  }, [place])
}
