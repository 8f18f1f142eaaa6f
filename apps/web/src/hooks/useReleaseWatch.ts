import { useEffect } from 'react'
import { isFromFolder } from '../lib/servedFrom.js'
import { watchRelease } from '../trust/served/watchRelease.js'
import { useAppConfig } from './useAppConfig.js'

/** After the first content: the check must not keep anybody waiting. */
export function useReleaseWatch(): void {
  const isSigned = useAppConfig().release !== undefined
  useEffect(() => {
    if (isFromFolder()) return
    const watching = watchRelease(isSigned)
    return () => void watching.then((stop) => stop())
  }, [isSigned])
}
