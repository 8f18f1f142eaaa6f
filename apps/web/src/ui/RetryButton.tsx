import { Button } from '@mantine/core'
import { useState } from 'react'

/**
 * Busy only for the press itself: what is tried again in the background every
 * few seconds must not make it flicker.
 */
export function RetryButton({
  onRetry,
  ...look
}: {
  onRetry: () => Promise<unknown>
  size?: 'xs' | 'md'
  variant?: 'filled' | 'default'
}) {
  const [isBusy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    await onRetry()
    setBusy(false)
  }
  return (
    <Button {...look} loading={isBusy} onClick={() => void retry()}>
      Retry now
    </Button>
  )
}
