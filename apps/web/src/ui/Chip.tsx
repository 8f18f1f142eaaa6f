import type { ReactNode } from 'react'
import classes from './Chip.module.css'

/** One filter of several; the chosen one is ink. */
export function Chip({
  isSelected,
  onClick,
  children,
}: {
  isSelected: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className={classes.chip}
      aria-pressed={isSelected}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
