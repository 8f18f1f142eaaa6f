import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import classes from './Dialog.module.css'

/**
 * The browser's own dialog: it keeps the focus, closes on Escape and gives the
 * focus back. It is in the page only while it is open.
 */
export function Dialog({
  title,
  size = 'ask',
  onClose,
  children,
}: {
  title: string
  /** A question, a form, a list to search in, or all of the screen. */
  size?: 'ask' | 'form' | 'find' | 'full'
  onClose: () => void
  children: ReactNode
}) {
  const id = useId()
  const dialog = useModal()
  return (
    <dialog
      ref={dialog}
      className={`${classes.dialog} ${classes[size]}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        // The backdrop belongs to the element: a press on it has no child.
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className={classes.body}>
        <div className={classes.head}>
          <h2 id={id} className={classes.title}>
            {title}
          </h2>
          <button
            type="button"
            className={classes.close}
            aria-label="Close"
            onClick={onClose}
          >
            <IconX size={20} stroke={1.75} aria-hidden="true" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}

/** The buttons at the end, the remedy first. */
export function DialogActions({
  onCancel,
  children,
}: {
  onCancel?: () => void
  children?: ReactNode
}) {
  return (
    <div className={classes.actions}>
      {children}
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  )
}

function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    if (!element?.open) element?.showModal()
    // The browser would take the first button, which closes.
    element
      ?.querySelector<HTMLElement>('input:not([type="file"]), select, textarea')
      ?.focus()
    return () => {
      element?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return dialog
}
