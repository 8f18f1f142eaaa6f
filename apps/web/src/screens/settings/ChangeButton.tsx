import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { openFlow } from '../../lib/flowSearch.js'
import classes from './ChangeButton.module.css'

/** Leads to a flow, or says why it cannot. */
export function ChangeButton({
  reason,
  search,
  children,
}: {
  reason: string | undefined
  search: ReturnType<typeof openFlow>
  children: ReactNode
}) {
  const id = useId()
  if (reason)
    return (
      <span className={classes.change}>
        <Button variant="default" disabled aria-describedby={id}>
          {children}
        </Button>
        <span id={id} className={classes.reason}>
          {reason}
        </span>
      </span>
    )
  return (
    <span className={classes.change}>
      <Button
        variant="default"
        renderRoot={(props) => <Link {...props} to="." search={search} />}
      >
        {children}
      </Button>
    </span>
  )
}
