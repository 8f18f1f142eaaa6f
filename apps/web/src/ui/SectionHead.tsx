import type { ReactNode } from 'react'
import classes from './SectionHead.module.css'

/** The one ink rule of a section, with its title above. */
export function SectionHead({
  id,
  title,
  note,
}: {
  id: string
  title: string
  note?: ReactNode
}) {
  return (
    <div className={classes.head}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {note && <p className={classes.note}>{note}</p>}
    </div>
  )
}
