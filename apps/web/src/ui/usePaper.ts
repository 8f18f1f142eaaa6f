import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the browser prints at this moment, because its reader asked it to. */
export function usePaper(isEnabled: boolean): boolean {
  const [isPaper, setPaper] = useState(false)
  useEffect(() => {
    if (!isEnabled) return
    // What is on the page when these return is printed.
    const begin = () => flushSync(() => setPaper(true))
    const end = () => setPaper(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [isEnabled])
  return isPaper
}
