import { type ReactNode, useState } from 'react'
import classes from './WhyBelieve.module.css'

/**
 * Opens what everything on the page rests on; asked for by anyone who opens it.
 */
export function WhyBelieve({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      className={classes.why}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>How this was checked</summary>
      {isOpen && children}
    </details>
  )
}
