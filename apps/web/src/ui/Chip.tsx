import type { ReactNode } from 'react'
import classes from './Chip.module.css'

/** One filter of several; the chosen one is ink. */
export function Chip({
  isSelected,
  isExpanded,
  onClick,
  children,
}: {
  isSelected: boolean
  /** Whether what it asks for is open. */
  isExpanded?: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className={classes.chip}
      aria-pressed={isSelected}
      aria-expanded={isExpanded}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
