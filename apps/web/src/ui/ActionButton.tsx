import type { ButtonHTMLAttributes, ReactNode } from 'react'
import classes from './ActionButton.module.css'

/** An icon with a name that is read out and shown on hover. */
export function ActionButton({
  label,
  children,
  ...rest
}: {
  label: string
  children: ReactNode
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'title'>) {
  return (
    <button
      type="button"
      {...rest}
      className={classes.action}
      aria-label={label}
      title={label}
    >
      {children}
    </button>
  )
}
