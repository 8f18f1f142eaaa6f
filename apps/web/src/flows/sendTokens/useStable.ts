import { useCallback, useLayoutEffect, useRef } from 'react'

/** One function for all renders; it does what the latest one gave it to do. */
export function useStable<Subject>(
  action: (subject: Subject) => void,
): (subject: Subject) => void {
  const latest = useRef(action)
  useLayoutEffect(() => {
    latest.current = action
  })
  return useCallback((subject) => latest.current(subject), [])
}
