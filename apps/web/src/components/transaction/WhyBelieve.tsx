import { type ReactNode, Suspense, useState } from 'react'
import { SkeletonBar } from '../../ui/SkeletonBar.js'
import classes from './WhyBelieve.module.css'

/** Opens what everything on the page rests on; loaded by whoever asks. */
export function WhyBelieve({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      className={classes.why}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>Why should I believe this?</summary>
      {isOpen && (
        <Suspense fallback={<SkeletonBar width={280} />}>{children}</Suspense>
      )}
    </details>
  )
}
