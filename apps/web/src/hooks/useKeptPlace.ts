import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { VirtualItem } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'

type Place = { offset: number; sizes: VirtualItem[] }

/**
 * Where the reader was, for coming back by the browser's own button. A new
 * visit begins at the top, as every page does.
 */
export function useKeptPlace(): Place & {
  keep: (sizes: VirtualItem[]) => void
} {
  const queries = useQueryClient()
  const { pathname, state } = useLocation()
  // Opening a row renames the visit; the page stays the one it began with.
  const visit = state.__TSR_key ?? ''
  const [page] = useState(pathname)
  const [start] = useState(() => queries.getQueryData<Place>(['place', visit]))
  const sizes = useRef<VirtualItem[]>([])
  const offset = useRef(0)
  useEffect(() => {
    const note = () => {
      // The next page scrolls too, before this one is gone.
      if (window.location.pathname === page) offset.current = window.scrollY
    }
    note()
    // Before the list changes: asking afterwards lays out the page once more.
    const options = { passive: true, capture: true }
    window.addEventListener('scroll', note, options)
    return () => {
      window.removeEventListener('scroll', note, options)
      queries.setQueryData<Place>(['place', visit], {
        offset: offset.current,
        sizes: sizes.current,
      })
    }
  }, [queries, page, visit])
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
