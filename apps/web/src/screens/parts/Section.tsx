import { type ReactNode, useId } from 'react'
import { SectionHead } from '../../ui/SectionHead.js'
import classes from './PartsScreen.module.css'

export function Section({
  title,
  children,
}: {
  title: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <SectionHead id={id} title={title} />
      {children}
    </section>
  )
}

export function Line({ children }: { children: ReactNode }) {
  return <div className={classes.line}>{children}</div>
}
