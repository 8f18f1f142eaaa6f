import { type ReactNode, useState } from 'react'

/**
 * Opens what everything on the page rests on; asked for by anyone who opens it.
 */
export function WhyBelieve({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>How this was checked</summary>
      {isOpen && children}
    </details>
  )
}
