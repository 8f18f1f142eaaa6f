import { IconAlertOctagon, IconCheck, IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import classes from './Toasts.module.css'
import { closeToast, type Toast, useToasts } from './toasts.js'

/** Long enough to read a sentence twice. */
const visibleFor = 5000

export function Toasts() {
  return (
    <div className={classes.stack} role="status" aria-live="polite">
      {useToasts().map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

export function ToastCard({ toast }: { toast: Toast }) {
  const { id, kind, text, action } = toast
  useEffect(() => {
    if (kind === 'error') return
    const timer = setTimeout(() => closeToast(id), visibleFor)
    return () => clearTimeout(timer)
  }, [id, kind])
  const Icon = kind === 'error' ? IconAlertOctagon : IconCheck
  return (
    <div className={`${classes.toast} ${classes[kind]}`}>
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <p>{text}</p>
      {action && (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            action.onClick()
            closeToast(id)
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        className={classes.close}
        aria-label="Close message"
        onClick={() => closeToast(id)}
      >
        <IconX size={16} stroke={1.75} aria-hidden="true" />
      </button>
    </div>
  )
}
