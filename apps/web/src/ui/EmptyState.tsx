import { IconPlugConnectedX } from '@tabler/icons-react'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import type { Hex } from 'viem'
import { AddressText } from './AddressText.js'
import { Seal } from './drawn/Seal.js'
import classes from './EmptyState.module.css'

/** Where content would be: empty, failed or unknown, with the next step. */
export function EmptyState({
  picture,
  title,
  children,
  facts,
  actions,
}: {
  /** Of an address its open seal; or that nobody answers. */
  picture: Hex | 'failed' | ReactElement | readonly ReactElement[]
  title: string
  children: ReactNode
  facts?: readonly { name: string; value: string }[]
  actions?: ReactNode
}) {
  return (
    <div className={classes.state}>
      <div className={classes.picture}>
        <Picture picture={picture} />
      </div>
      <div>
        <h2 className={classes.title}>{title}</h2>
        <p className={classes.text}>{children}</p>
        {facts && (
          <dl className={classes.facts}>
            {facts.map(({ name, value }) => (
              <div key={name} className={classes.fact}>
                <dt>{name}</dt>
                <dd>
                  <AddressText text={value} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
    </div>
  )
}

function Picture({
  picture,
}: Pick<ComponentProps<typeof EmptyState>, 'picture'>) {
  if (typeof picture !== 'string') return picture
  if (picture !== 'failed')
    return <Seal address={picture} state="open" size={72} />
  return (
    <IconPlugConnectedX
      size={72}
      stroke={1.25}
      color="var(--cv-danger)"
      aria-hidden="true"
    />
  )
}
