import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * One function for all renders; it does what the latest one gave it to do,
 * also when it is called right after something was written.
 */
export function useStable<Subject = void>(
  action: (subject: Subject) => void,
): (subject: Subject) => void {
  const latest = useRef(action)
  useLayoutEffect(() => {
    latest.current = action
  })
  return useCallback((subject: Subject) => latest.current(subject), [])
}
