import { type ComponentProps, type ReactNode, useId } from 'react'
import { SectionHead } from './SectionHead.js'

/** A part of a page under a head of its own, which names it. */
export function Section({
  id,
  title,
  note,
  end,
  className,
  isBusy = false,
  children,
}: Omit<ComponentProps<typeof SectionHead>, 'id'> & {
  /** Where a link leads to it. */
  id?: string
  className?: string | undefined
  /** What belongs here is on its way. */
  isBusy?: boolean
  children: ReactNode
}) {
  const own = useId()
  return (
    <section
      aria-labelledby={id ?? own}
      aria-busy={isBusy || undefined}
      className={className}
    >
      <SectionHead id={id ?? own} title={title} note={note} end={end} />
      {children}
    </section>
  )
}
