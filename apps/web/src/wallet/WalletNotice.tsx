import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { readWalletError } from './readWalletError.js'
import classes from './WalletNotice.module.css'

/** Long enough to read two sentences. */
const visibleFor = 6000

/**
 * RainbowKit's modals keep to themselves why connecting or switching failed.
 * wagmi runs both as mutations of the query client, so they can be overheard.
 */
export function WalletNotice() {
  const queries = useQueryClient()
  const [text, setText] = useState<string>()
  useEffect(
    () =>
      queries.getMutationCache().subscribe(({ mutation }) => {
        const [name] = mutation?.options.mutationKey ?? []
        if (name !== 'connect' && name !== 'switchChain') return
        const { status, error } = mutation?.state ?? {}
        if (status === 'error') setText(readWalletError(error).message)
        if (status === 'pending') setText(undefined)
      }),
    [queries],
  )
  if (!text) return null
  return <Notice key={text} text={text} onClose={() => setText(undefined)} />
}

function Notice({ text, onClose }: { text: string; onClose: () => void }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In the top layer: RainbowKit's modal lies over everything else.
    element.current?.showPopover?.()
    const timer = setTimeout(onClose, visibleFor)
    return () => clearTimeout(timer)
  }, [onClose])
  return (
    <div ref={element} popover="manual" className={classes.notice}>
      <IconAlertTriangle
        className={classes.icon}
        size={20}
        stroke={1.75}
        aria-hidden="true"
      />
      <p role="alert">{text}</p>
      <button
        type="button"
        className={classes.close}
        aria-label="Close message"
        onClick={onClose}
      >
        <IconX size={16} stroke={1.75} aria-hidden="true" />
      </button>
    </div>
  )
}
