import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { VirtualItem } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { paths } from '../../lib/paths.js'

type Place = { offset: number; sizes: VirtualItem[] }

/**
 * Where the reader was, for coming back by the browser's own button. A new
 * visit begins at the top, as every page does.
 */
export function useKeptPlace(): Place & {
  keep: (sizes: VirtualItem[]) => void
} {
  const queries = useQueryClient()
  const { state } = useLocation()
  const [name] = useState(() => ['place', state.__TSR_key ?? ''])
  const [start] = useState(() => queries.getQueryData<Place>(name))
  const sizes = useRef<VirtualItem[]>([])
  useEffect(() => {
    const note = () => {
      // The next page scrolls too, before this one is gone.
      if (window.location.pathname !== paths.history) return
      queries.setQueryData<Place>(name, {
        offset: window.scrollY,
        sizes: sizes.current,
      })
    }
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [queries, name])
  useEffect(() => {
    if (!start) return
    // After the shell has put the new page to its top.
    const frame = requestAnimationFrame(() => window.scrollTo(0, start.offset))
    return () => cancelAnimationFrame(frame)
  }, [start])
  return {
    offset: start?.offset ?? 0,
    sizes: start?.sizes ?? [],
    keep: (measured) => {
      sizes.current = measured
    },
  }
}
