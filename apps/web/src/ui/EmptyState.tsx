import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'

/** Where content would be: empty, failed or unknown, with the next step. */
export function EmptyState({
  picture,
  title,
  children,
  facts,
  actions,
}: {
  picture: ReactNode
  title: string
  children: ReactNode
  facts?: readonly { name: string; value: string }[]
  actions?: ReactNode
}) {
  return (
    <div className={classes.state}>
      <div className={classes.picture}>{picture}</div>
      <div>
        <h2 className={classes.title}>{title}</h2>
        <p className={classes.text}>{children}</p>
        {facts && (
          <dl className={classes.facts}>
            {facts.map(({ name, value }) => (
              <div key={name} className={classes.fact}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
    </div>
  )
}
