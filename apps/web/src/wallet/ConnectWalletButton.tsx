import { Button } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import classes from './ConnectWalletButton.module.css'

/** The one that is being replaced had the focus: the next one takes it. */
let isFocusHandedOn = false

/** The same button before and after the wallet layer is there. */
export function ConnectWalletButton({
  onClick,
  loading = false,
}: {
  onClick: () => void
  loading?: boolean
}) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const shown = button.current
    if (isFocusHandedOn) shown?.focus()
    return () => {
      isFocusHandedOn = document.activeElement === shown
      // Whatever replaces it does so in this turn.
      queueMicrotask(() => {
        isFocusHandedOn = false
      })
    }
  }, [])
  return (
    <Button
      ref={button}
      aria-label="Connect wallet"
      onClick={onClick}
      loading={loading}
    >
      Connect<span className={classes.wide}>&nbsp;wallet</span>
    </Button>
  )
}
