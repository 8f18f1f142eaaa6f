import { Button } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import classes from './ConnectWalletButton.module.css'

/** What the next one takes over from the one that it replaces. */
let handedOn = { isFocused: false, isPressed: false }

/** The same button before and after the wallet layer is there. */
export function ConnectWalletButton({
  onClick,
  loading = false,
}: {
  onClick: () => void
  loading?: boolean
}) {
  const button = useRef<HTMLButtonElement>(null)
  /** Who presses meant the one before: no click comes of it by itself. */
  const press = useRef<'own' | 'handedOn'>(undefined)
  useLayoutEffect(() => {
    const shown = button.current
    if (handedOn.isFocused) shown?.focus()
    if (handedOn.isPressed) press.current = 'handedOn'
    const release = () => {
      press.current = undefined
    }
    window.addEventListener('pointerup', release)
    return () => {
      window.removeEventListener('pointerup', release)
      handedOn = {
        isFocused: document.activeElement === shown,
        isPressed: press.current !== undefined,
      }
      // Whatever replaces it does so in this turn.
      queueMicrotask(() => {
        handedOn = { isFocused: false, isPressed: false }
      })
    }
  }, [])
  return (
    <Button
      ref={button}
      aria-label="Connect wallet"
      onPointerDown={() => {
        press.current = 'own'
      }}
      onPointerUp={() => {
        if (press.current === 'handedOn') onClick()
      }}
      onClick={onClick}
      loading={loading}
    >
      Connect<span className={classes.wide}>&nbsp;wallet</span>
    </Button>
  )
}
