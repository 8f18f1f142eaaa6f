import type { ReactNode } from 'react'
import classes from './SectionHead.module.css'

/** The one ink rule of a section, with its title above. */
export function SectionHead({
  id,
  title,
  note,
  end,
}: {
  id: string
  title: string
  note?: ReactNode
  /** At the right edge: where it comes from, or where it goes on. */
  end?: ReactNode
}) {
  return (
    <div className={classes.head}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {note && <p className={classes.note}>{note}</p>}
      {end && <div className={classes.end}>{end}</div>}
    </div>
  )
}
