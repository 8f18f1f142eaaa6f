import { GatewayReplyError } from '@covault/api'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Milliseconds. A page asks for one thing after the other: a pause is no end. */
const pause = 150
/** Milliseconds: however busy the page is, nobody waits longer. */
const patience = 3000

/** Whether the page is there and asks for nothing any more; once it is, it is. */
export function usePageStands(): boolean {
  const queries = useQueryClient()
  const router = useRouter()
  const [stands, setStands] = useState(false)
  useEffect(() => {
    if (stands) return
    const end = () => setStands(true)
    const latest = setTimeout(end, patience)
    let soon: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(soon)
      const isBusy = router.state.isLoading || queries.isFetching() > 0
      if (!isBusy) soon = setTimeout(end, pause)
    }
    wait()
    const leave = [
      queries.getQueryCache().subscribe(({ query }) => {
        // Who is refused is told why before the rest has been asked for.
        if (isRefused(query.state.error)) end()
        else wait()
      }),
      router.subscribe('onResolved', wait),
    ]
    return () => {
      for (const stop of leave) stop()
      clearTimeout(soon)
      clearTimeout(latest)
    }
  }, [queries, router, stands])
  return stands
}

function isRefused(error: unknown): boolean {
  return error instanceof GatewayReplyError && error.status === 401
}
