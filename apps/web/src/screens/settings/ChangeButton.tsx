import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import type { openFlow } from '../../lib/flowSearch.js'
import { LinkButton } from '../../ui/LinkButton.js'
import classes from './ChangeButton.module.css'

/** Leads to a flow, or says why it cannot. */
export function ChangeButton({
  reason,
  isRepeated = false,
  search,
  children,
}: {
  reason: string | undefined
  /** The page shows this reason above. */
  isRepeated?: boolean
  search: ReturnType<typeof openFlow>
  children: ReactNode
}) {
  const id = useId()
  if (reason)
    return (
      <span className={classes.change} title={reason}>
        <Button variant="default" disabled aria-describedby={id}>
          {children}
        </Button>
        <span id={id} className={classes.reason} hidden={isRepeated}>
          {reason}
        </span>
      </span>
    )
  return (
    <span className={classes.change}>
      <LinkButton variant="default" to="." search={search}>
        {children}
      </LinkButton>
    </span>
  )
}
